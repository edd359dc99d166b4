package dev.weft.completion.work;

import dev.weft.wait.PollOrder;
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
  private final PollOrder<WorkCompletionSource> order = new PollOrder<>();
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
    order.forget();
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
   * Drives progress of each source, or of many sources some, the others at later calls; returns
   * whether completions may have been added.
   *
   * @param readerMayWait the reader may wait for an event instead of polling again
   */
  boolean progress(boolean readerMayWait) {
    int seen = order.generation();
    WorkCompletionSource[] now = all;
    if (readerMayWait) {
      return progressAndArm(now);
    }
    return PollOrder.isWhole(now.length)
        ? progressAll(now)
        : order.poll(seen, now, WorkCompletionSource::progress);
  }

  private static boolean progressAndArm(WorkCompletionSource[] now) {
    for (WorkCompletionSource source : now) {
      source.progressAndArm();
    }
    return true;
  }

  private static boolean progressAll(WorkCompletionSource[] now) {
    boolean found = false;
    for (WorkCompletionSource source : now) {
      found |= source.progress();
    }
    return found;
  }
}
