package dev.weft.completion.work;

/**
 * Fixed options of a {@link WorkCompletionQueue}.
 *
 * @param singleThreaded one thread at a time reads, resizes and closes, so no lock is taken
 * @param ignoresOverrun a completion that finds no room replaces the oldest one
 * @param timed each completion is stamped with {@link System#nanoTime} when it is added
 * @param wallClock stamps can also be read as time of day; needs {@code timed}
 */
public record WorkCompletionOptions(
    boolean singleThreaded, boolean ignoresOverrun, boolean timed, boolean wallClock) {
  /** Any thread may read, overruns end the queue, no time stamps. */
  public static final WorkCompletionOptions PLAIN =
      new WorkCompletionOptions(false, false, false, false);

  /** Checks the arguments. */
  public WorkCompletionOptions {
    if (wallClock && !timed) {
      throw new IllegalArgumentException("wallClock=true, timed=false, allowed: both or timed");
    }
  }
}
