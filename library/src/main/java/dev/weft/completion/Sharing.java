package dev.weft.completion;

/** How many threads may touch one ring at the same time; the fewer, the cheaper. */
public enum Sharing {
  /**
   * One writing and one reading thread at a time. They may be two threads; several on one side must
   * be serialised by the caller.
   */
  SINGLE,

  /** Any number of writing and reading threads. */
  MULTI
}
