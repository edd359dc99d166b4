package dev.weft.provider.fabric;

import dev.weft.wait.Readiness;

/** What a selector can have as a member: something that threads can be told of when it happens. */
interface Selectable extends NativelyWaitable, Progressing {

  /** Whom its publications and doorbells are told to. */
  QueueWait waiting();

  /** That there is something to read: a level. */
  Readiness event();
}
