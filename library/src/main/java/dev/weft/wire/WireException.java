package dev.weft.wire;

/** A port could not be opened; holds the reason and a hint. */
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int error;
  private final String hint;

  /**
   * What went wrong.
   *
   * @param error the C error number, positive
   * @param detail details, as {@code name=value}
   * @param hint what to do about it
   */
  public WireException(int error, String detail, String hint) {
    super(detail);
    this.error = error;
    this.hint = hint;
  }

  /** The C error number, positive. */
  public int error() {
    return error;
  }

  /** What to do about it. */
  public String hint() {
    return hint;
  }
}
