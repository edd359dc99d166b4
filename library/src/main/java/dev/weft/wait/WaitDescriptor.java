package dev.weft.wait;

/**
 * A file descriptor that {@code poll(2)} reports as readable while it is raised, and as nothing
 * else while it is lowered. Initially lowered. Its owner calls the methods one at a time.
 */
public interface WaitDescriptor extends AutoCloseable {

  /** The number of the descriptor, 0 or more; valid until it is closed. */
  int number();

  /** Makes it readable; called while it is lowered. */
  void raise();

  /** Makes it not readable; called while it is raised. */
  void lower();

  /**
   * Ends each {@code poll(2)} that is under way, and frees the number, which the process may use
   * for another file from then on. The last call.
   */
  @Override
  void close();
}
