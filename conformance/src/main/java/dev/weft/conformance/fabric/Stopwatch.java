package dev.weft.conformance.fabric;

import dev.weft.conformance.Check;

/** Measures how long a call took. Other load may delay everything, so bounds are generous. */
@SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of the kit
public final class Stopwatch {

  private final long started = System.nanoTime();

  /** Milliseconds since this was created. */
  public long millis() {
    return (System.nanoTime() - started) / 1_000_000;
  }

  /** A failure unless the call has ended "at once", which means within half a second. */
  public void expectPrompt(String what, Object... arguments) {
    Check.lasted(0, 500, millis(), what, arguments);
  }

  /** A failure unless the call took its timeout: not 2 ms less, and at most 1 s more. */
  public void expectTimeout(long timeoutMillis, String what, Object... arguments) {
    Check.lasted(timeoutMillis - 2, timeoutMillis + 1_000, millis(), what, arguments);
  }
}
