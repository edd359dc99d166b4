package dev.weft.verbs;

/**
 * An object of a {@link VerbsContext}, which can be destroyed.
 *
 * <p>Objects are destroyed in reverse order of creation, as by try-with-resources. Any thread may
 * call.
 */
public interface VerbsObject extends AutoCloseable {

  /** The context that the object belongs to. */
  VerbsContext verbs();

  /** Whether {@link #close()} has succeeded. */
  boolean isClosed();

  /**
   * {@code ibv_destroy_*(3)}, {@code ibv_dealloc_*(3)}, {@code ibv_dereg_mr(3)}: destroys the
   * object. Destroying it again does nothing (VC-25), also while another thread still destroys it
   * and waits, for instance for acknowledgements of events.
   *
   * @throws VerbsException {@link VerbsErrno#EBUSY} while other objects use it; it is then
   *     unchanged (VC-22, VN-35, VX-18)
   */
  @Override
  void close();
}
