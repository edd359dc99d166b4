package dev.weft.provider.fabric.wait;

import dev.weft.wait.Readiness;

/** An object that can be registered with a selector. */
public interface Selectable extends SoftwareWaitable, Progressing {

  /** The wait object that its publications and doorbells notify. */
  QueueWait waiting();

  /** The condition that there is something to read; a level. */
  Readiness event();

  /**
   * Whether every doorbell of it is a method call of the sender. Else the sender makes a system
   * call, and a thread of this process rings.
   */
  default boolean isRungInProcess() {
    return false;
  }
}
