package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.failure.ClauseFailure;

/**
 * Measures how long a call took. A busy machine may delay everything, so only minimum times are
 * checked: a call that takes too long hits the time limit of its check.
 */
@SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of the kit
public final class Stopwatch {
  /** A timeout that never expires during a check. */
  public static final int NEVER_MILLIS = 3_600_000;

  private static final int ATTEMPTS = 5;
  private static final long PROMPT_MILLIS = 500;

  private final long started = System.nanoTime();

  /** Milliseconds since this was created. */
  public long millis() {
    return (System.nanoTime() - started) / 1_000_000;
  }

  /** Fails unless the call has taken its timeout, less 2 ms at most. */
  public void expectTimeout(long timeoutMillis, String what, Object... arguments) {
    long millis = millis();
    Check.that(
        millis >= timeoutMillis - 2,
        "%s: expected %d ms or more, took %d ms",
        what.formatted(arguments),
        timeoutMillis,
        millis);
  }

  /** Fails unless the call returns within half a second in one of several attempts. */
  public static void expectPrompt(Runnable attempt, String what, Object... arguments) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < ATTEMPTS && best > PROMPT_MILLIS; i++) {
      Stopwatch watch = new Stopwatch();
      attempt.run();
      best = Math.min(best, watch.millis());
    }
    if (best > PROMPT_MILLIS) {
      throw new ClauseFailure(
          "%s: expected at most %d ms, took %d ms or more"
              .formatted(what.formatted(arguments), PROMPT_MILLIS, best));
    }
  }
}
