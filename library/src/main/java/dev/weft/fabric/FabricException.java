package dev.weft.fabric;

import dev.weft.fabric.completion.ErrorCompletion;

/**
 * Thrown if an object cannot be set up: a queue not opened, an endpoint not enabled, no provider
 * found.
 *
 * <p>Operations that fail do not throw; they complete with an {@link ErrorCompletion}.
 */
public final class FabricException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int errno;
  private final String call;
  private final String hint;

  /**
   * An error with a detail and a hint.
   *
   * @param errno {@link Errno}, positive or negative
   * @param call the C name of the call that failed, such as {@code fi_cq_open}
   * @param detail the cause, as {@code name=value}, or empty
   * @param hint what to do about it, or empty
   */
  public FabricException(int errno, String call, String detail, String hint) {
    super(message(Math.abs(errno), call, detail, hint));
    this.errno = Math.abs(errno);
    this.call = call;
    this.hint = hint;
  }

  /** An error with a hint only. */
  public FabricException(int errno, String call, String hint) {
    this(errno, call, "", hint);
  }

  /** The error number, positive. */
  public int errno() {
    return errno;
  }

  /** The C name of the call that failed. */
  public String call() {
    return call;
  }

  /** What to do about it; may be empty. */
  public String hint() {
    return hint;
  }

  private static String message(int errno, String call, String detail, String hint) {
    StringBuilder text = new StringBuilder(call).append(": ").append(Errno.strerror(errno));
    text.append(" (").append(Errno.name(errno)).append(' ').append(errno).append(')');
    text.append(detail.isEmpty() ? "" : ": " + detail);
    return text.append(hint.isEmpty() ? "" : ". " + hint).toString();
  }
}
