package dev.weft.program;

/** Something that must come has not come in time. The machine may be busy: it proves no fault. */
public final class LateException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With what has not come. */
  public LateException(String message) {
    super(message);
  }
}
