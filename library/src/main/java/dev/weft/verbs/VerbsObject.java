package dev.weft.verbs;

/**
 * What every object of a context has in common: the context, and an end.
 *
 * <p>What is created last is destroyed first, as try-with-resources does it. Any thread may call.
 */
public interface VerbsObject extends AutoCloseable {

  /** The context that the object belongs to. */
  VerbsContext verbs();

  /** Whether {@link #close()} has succeeded. */
  boolean isClosed();

  /**
   * {@code ibv_destroy_*(3)}, {@code ibv_dealloc_*(3)}, {@code ibv_dereg_mr(3)}: ends the object.
   * Ending it again does nothing (VC-25).
   *
   * @throws VerbsException {@link VerbsErrno#EBUSY} while others still use it; it then stays as it
   *     is (VC-22, VN-35, VX-18)
   */
  @Override
  void close();
}
