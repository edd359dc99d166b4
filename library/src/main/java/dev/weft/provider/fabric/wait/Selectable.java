package dev.weft.provider.fabric.wait;

import dev.weft.wait.Readiness;

/** An object that can be registered with a selector. */
public interface Selectable extends SoftwareWaitable, Progressing {

  /** The wait object that its publications and doorbells notify. */
  QueueWait waiting();

  /** The condition that there is something to read; a level. */
  Readiness event();
}
