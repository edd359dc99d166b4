package dev.weft.recording;

/**
 * The state of an open completion queue at an instant.
 *
 * @param capacity operations that can be posted at the same time, or entries that fit; 0 if unknown
 * @param completed completions so far, failures included
 * @param unread completions that were not read yet; {@link #UNKNOWN} if only C knows
 * @param posted operations that are posted and not complete; where {@code unread} is unknown, also
 *     those whose completion was not read
 * @param failures failed operations so far
 */
public record QueueStatistics(
    long capacity, long completed, long unread, long posted, long failures) {
  /** Stands for a figure that cannot be known. */
  public static final long UNKNOWN = -1;
}
