package dev.weft.cli.perf.plan;

/** A measurement failed; the message is a sentence for the user. */
public final class PerfFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a message. */
  public PerfFailure(String sentence) {
    super(sentence);
  }

  /** With a message and a cause. */
  public PerfFailure(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
