package dev.weft.conformance.failure;

/** Thrown where a clause does not hold. The message says what was expected and what was seen. */
public final class ClauseFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ClauseFailure(String sentence) {
    super(sentence);
  }

  public ClauseFailure(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
