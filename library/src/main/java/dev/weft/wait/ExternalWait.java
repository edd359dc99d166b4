package dev.weft.wait;

/**
 * Something outside on which a thread can wait natively, raised by a {@link Notifier}. Level, not
 * edge: once raised it stays so until it is lowered, however much is published meanwhile.
 */
public interface ExternalWait extends AutoCloseable {
  /**
   * Makes waiters return.
   *
   * @return false when it was raised already
   */
  boolean raise();

  /**
   * Makes later waiters wait.
   *
   * @return false when it was lowered already
   */
  boolean lower();

  /** Frees what the object holds; it is never raised again. */
  @Override
  void close();
}
