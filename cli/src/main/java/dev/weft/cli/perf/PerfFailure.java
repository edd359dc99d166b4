package dev.weft.cli.perf;

/** Why a measurement could not go on, as one sentence for people. */
public final class PerfFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a sentence that says what happened. */
  public PerfFailure(String sentence) {
    super(sentence);
  }

  /** With a sentence and what caused it. */
  public PerfFailure(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
