package dev.weft.verbs;

import dev.weft.verbs.completion.CompletionStatus;

/**
 * Failure to create, open or close an object, where C returns null or non-zero and sets {@code
 * errno}.
 *
 * <p>Failed work requests do not throw; they complete with a {@link CompletionStatus}.
 */
public final class VerbsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int errno;
  private final String call;
  private final String hint;

  /**
   * Creates an exception with the failed call, the reason and a hint.
   *
   * @param errno one of {@link VerbsErrno}, positive
   * @param call the C name of the call that failed, such as {@code ibv_create_cq}
   * @param detail the exact reason, as {@code name=value}, or empty
   * @param hint how to avoid the error, or empty
   */
  public VerbsException(int errno, String call, String detail, String hint) {
    super(message(errno, call, detail, hint));
    this.errno = errno;
    this.call = call;
    this.hint = hint;
  }

  /** {@code errno}: never 0 (VC-12). */
  public int errno() {
    return errno;
  }

  /** The C name of the call that failed. */
  public String call() {
    return call;
  }

  /** How to avoid the error; may be empty. */
  public String hint() {
    return hint;
  }

  private static String message(int errno, String call, String detail, String hint) {
    StringBuilder text = new StringBuilder(call).append(": ").append(VerbsErrno.strerror(errno));
    text.append(" (").append(VerbsErrno.name(errno)).append(' ').append(errno).append(')');
    text.append(detail.isEmpty() ? "" : ": " + detail);
    return text.append(hint.isEmpty() ? "" : ". " + hint).toString();
  }
}
