package dev.weft.completion;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** The work queues that report to a queue, one use each. Any thread may call any method. */
final class ProgressSources {
  private static final WorkCompletionSource[] NONE = {};

  private final List<WorkCompletionSource> uses = new ArrayList<>();
  private boolean ended;

  /** Each once: a snapshot that is replaced. */
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

  /** Where there is none, none comes any more. */
  synchronized boolean endIfNone() {
    ended = uses.isEmpty();
    return ended;
  }

  /**
   * Lets each go on; true when there was one.
   *
   * @param readerMayWait for an event, instead of polling again
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
