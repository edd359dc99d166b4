package dev.weft.program;

/**
 * A random program of a property test, which can be repeated by its seed.
 *
 * @param <P> the type itself
 */
public interface RandomProgram<P> {
  /** The seed that generates it. */
  long seed();

  /** Runs it without a fault; null if it does what the model says, else the failure. */
  Throwable failure();

  /** The shortest program that was found to fail in this way. */
  P shrink(Throwable failure);
}
