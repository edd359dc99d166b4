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
   * whether there was one.
   *
   * @param readerMayWait the reader may wait for an event instead of polling again
   */
  boolean progress(boolean readerMayWait) {
    WorkCompletionSource[] now = all;
    if (!readerMayWait && !PollOrder.isWhole(now.length)) {
      progressSome(now);
    } else {
      progressAll(now, readerMayWait);
    }
    return now.length > 0;
  }

  private static void progressAll(WorkCompletionSource[] now, boolean readerMayWait) {
    for (WorkCompletionSource source : now) {
      if (readerMayWait) {
        source.progressAndArm();
      } else {
        source.progress();
      }
    }
  }

  private void progressSome(WorkCompletionSource[] now) {
    boolean found = false;
    for (int i = 0; i < PollOrder.looks(found); i++) {
      WorkCompletionSource source = order.member(now, i);
      if (source != null && source.tryProgress()) {
        order.hadWork(source);
        found = true;
      }
    }
  }
}
