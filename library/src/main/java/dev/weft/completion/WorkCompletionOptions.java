package dev.weft.completion;

/**
 * What is fixed when a {@link WorkCompletionQueue} is made.
 *
 * @param singleThreaded one thread at a time reads, resizes and closes: it pays for no lock
 * @param ignoresOverrun a completion that finds no room replaces the oldest one
 * @param timed each completion is stamped with {@link System#nanoTime} when it is added
 * @param wallClock stamps are to be read as time of day too; needs {@code timed}
 */
public record WorkCompletionOptions(
    boolean singleThreaded, boolean ignoresOverrun, boolean timed, boolean wallClock) {
  /** Any thread, overruns end the queue, no stamps. */
  public static final WorkCompletionOptions PLAIN =
      new WorkCompletionOptions(false, false, false, false);

  /** Checks. */
  public WorkCompletionOptions {
    if (wallClock && !timed) {
      throw new IllegalArgumentException("wallClock=true, timed=false, allowed: both or timed");
    }
  }
}
