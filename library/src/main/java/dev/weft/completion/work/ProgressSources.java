package dev.weft.completion.work;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The work queues attached to a completion queue, one entry per use. Any thread may call any
 * method.
 */
final class ProgressSources {
  private static final WorkCompletionSource[] NONE = {};

  private final List<WorkCompletionSource> uses = new ArrayList<>();
  private boolean ended;

  /** Each source once; an immutable snapshot. */
  private volatile WorkCompletionSource[] all = NONE;

  synchronized void add(WorkCompletionSource source) {
    if (ended) {
      throw new IllegalStateException("completion queue is closed, allowed: an open one");
    }
    uses.add(source);
    all = new LinkedHashSet<>(uses).toArray(NONE);
  }

  synchronized void remove(WorkCompletionSource source) {
    uses.remove(source);
    all = new LinkedHashSet<>(uses).toArray(NONE);
  }

  synchronized int count() {
    return uses.size();
  }

  /** Refuses further sources if there is none now. */
  synchronized boolean endIfNone() {
    ended = uses.isEmpty();
    return ended;
  }

  /**
   * Drives progress of each source; returns whether there was one.
   *
   * @param readerMayWait the reader may wait for an event instead of polling again
   */
  boolean progress(boolean readerMayWait) {
    WorkCompletionSource[] now = all;
    for (WorkCompletionSource source : now) {
      if (readerMayWait) {
        source.progressAndArm();
      } else {
        source.progress();
      }
    }
    return now.length > 0;
  }
}
