package dev.weft.conformance.check;

/** Thrown where a clause cannot be checked because the provider lacks what it needs. */
public final class ClauseSkipped extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason what is not offered
   */
  public ClauseSkipped(String reason) {
    super(reason, null, false, false);
  }
}
