package dev.weft.cli.top;

/** A process cannot be watched; the message is a sentence for the user. */
public final class TopFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a message. */
  public TopFailure(String sentence) {
    super(sentence);
  }
}
