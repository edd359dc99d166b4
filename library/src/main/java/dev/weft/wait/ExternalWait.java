package dev.weft.wait;

/**
 * A wait object outside the notifier on which threads block natively, raised by a {@link Notifier}.
 * Level-triggered: it stays raised until it is lowered.
 */
public interface ExternalWait extends AutoCloseable {
  /**
   * Makes waiters return.
   *
   * @return false if it was already raised
   */
  boolean raise();

  /**
   * Makes later waiters wait.
   *
   * @return false if it was already lowered
   */
  boolean lower();

  /** Frees the object's resources; it is never raised again. */
  @Override
  void close();
}
