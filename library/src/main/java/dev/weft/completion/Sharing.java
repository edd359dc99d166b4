package dev.weft.completion;

/** How many threads may use one ring at the same time; fewer is cheaper. */
public enum Sharing {
  /**
   * One writing and one reading thread at a time, which may be two threads. The caller serialises
   * several threads on one side.
   */
  SINGLE,

  /** Any number of writing and reading threads. */
  MULTI
}
