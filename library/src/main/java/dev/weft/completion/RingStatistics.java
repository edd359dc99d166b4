package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.ELEMENT;
import static dev.weft.completion.CompletionLayout.FAILURES;
import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.RESERVED;
import static dev.weft.completion.CompletionLayout.TAIL;

import dev.weft.recording.QueueStatistics;

/** Reads the figures of a ring for the Flight Recorder. */
public final class RingStatistics {
  private static final int MAX_TRIES = 100;

  private RingStatistics() {}

  /**
   * Reads the cursors while other threads change them: a head that was read twice with the same
   * value belongs to the tail that was read between.
   */
  public static QueueStatistics of(CompletionRing ring) {
    long head;
    long tail;
    long reserved;
    int tries = 0;
    do {
      head = cursor(ring, HEAD);
      reserved = cursor(ring, RESERVED);
      tail = cursor(ring, TAIL);
      tries++;
    } while (head != cursor(ring, HEAD) && tries < MAX_TRIES);
    return new QueueStatistics(
        ring.capacity(),
        tail,
        Math.clamp(tail - head, 0, ring.slotCount),
        Math.clamp(reserved - tail, 0, ring.slotCount),
        cursor(ring, FAILURES));
  }

  private static long cursor(CompletionRing ring, int word) {
    return (long) ELEMENT.getAcquire(ring.cursors, word);
  }
}
