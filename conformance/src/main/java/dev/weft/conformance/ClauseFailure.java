package dev.weft.conformance;

/**
 * A check of a clause did not hold. The message is a sentence: what was expected, what was seen.
 */
public final class ClauseFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ClauseFailure(String sentence) {
    super(sentence);
  }

  public ClauseFailure(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
