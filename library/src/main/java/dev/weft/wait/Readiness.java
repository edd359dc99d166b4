package dev.weft.wait;

/** The condition of a waiter. */
@FunctionalInterface
public interface Readiness {
  /**
   * Checks the condition. Called by the waiter and, to choose whom to wake, by publishing threads.
   * Must hold immediately after the publication that makes it true, be callable by any thread, and
   * neither block nor change anything.
   */
  boolean holds();

  /**
   * Makes progress that could make the condition hold, then checks it. Called by the waiter only,
   * before it parks and after each wake-up.
   */
  default boolean advance() {
    return holds();
  }
}
