package dev.weft.wait;

/** What a sleeper waits for. */
@FunctionalInterface
public interface Readiness {
  /**
   * A look, and nothing more: called by the sleeper and, to choose whom to wake, by threads that
   * publish. Must be right at once after the publication that makes it true, must be callable by
   * any thread, and must neither block nor change anything.
   */
  boolean holds();

  /**
   * Called by the sleeper itself, before it sleeps and whenever it was woken: may make progress
   * that could make the condition hold, then looks.
   */
  default boolean advance() {
    return holds();
  }
}
