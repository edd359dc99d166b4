package dev.weft.provider.verbs.threads;

import dev.weft.provider.verbs.threads.Bytes.Part;
import dev.weft.provider.verbs.threads.Work.Kind;
import dev.weft.verbs.completion.CompletionStatus;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What must hold when all has ended. */
final class Checks {
  private final Ledger ledger;
  private final Setup setup;
  private final List<Work> works;
  private final Poller poller;

  Checks(Ledger ledger, Setup setup, List<Work> works, Poller poller) {
    this.ledger = ledger;
    this.setup = setup;
    this.works = works;
    this.poller = poller;
  }

  /** Whether a posted request has exactly one completion once its queue pair has failed. */
  static boolean mustComplete(Work work) {
    boolean taken = work.isReceive() && work.node.side.shared == null;
    return (taken || (!work.isReceive() && work.signaled)) && !work.node.dropping;
  }

  void check(List<Node> nodes) {
    works.forEach(this::checkCompletions);
    works.stream().filter(each -> !each.isReceive()).forEach(this::checkEffect);
    nodes.forEach(this::checkOrder);
    nodes.stream().map(each -> each.side).distinct().forEach(this::checkSide);
    nodes.forEach(each -> requireUnchanged(each.bytes));
  }

  private void checkCompletions(Work work) {
    int count = work.completions.get();
    boolean ended = work.posted && ledger.isClean();
    ledger.require(work.posted || work.perhaps || count == 0, "was not posted", work);
    ledger.require(!ended || !mustComplete(work) || count == 1, "no completion", work);
    if (work.isDone()) {
      ledger.require(work.seen.before() < work.node.droppedAt || isShared(work), "dropped", work);
      checkStatus(work);
      boolean written = work.isReceive() || work.kind.isFetch();
      ledger.require(
          !written || work.parts.stream().allMatch(Part::isSpoilt), "written later", work);
    }
  }

  private static boolean isShared(Work work) {
    return work.isReceive() && work.node.side.shared != null;
  }

  private void checkStatus(Work work) {
    int status = work.seen.status();
    if (work.isReceive()) {
      boolean usual = work.isSuccess() || status == CompletionStatus.WR_FLUSH_ERR;
      ledger.require(usual, "status", work);
      return;
    }
    ledger.require(work.isSuccess() || work.node.failing, "status", work);
    ledger.require(work.isFailure() || work.signaled, "unsignaled", work);
    ledger.require(
        !work.wrong
            || status == CompletionStatus.REM_ACCESS_ERR
            || status == CompletionStatus.WR_FLUSH_ERR
            || status == CompletionStatus.RETRY_EXC_ERR,
        "status of a wrong key",
        work);
  }

  /** Whether it has certainly succeeded. */
  private boolean isProven(Work work) {
    boolean silent = !work.signaled && !work.isDone() && !work.node.failing;
    return work.isSuccess() || (work.posted && silent && ledger.isClean());
  }

  private void checkEffect(Work work) {
    boolean refused = !work.posted && !work.perhaps;
    ledger.require(!(refused || work.wrong) || !hasEffect(work), "has an effect", work);
    if (!isProven(work) || !setup.isReliable()) {
      return;
    }
    if (work.kind.isWrite()) {
      ledger.require(isWritten(work), "not written", work);
    }
    if (work.kind == Kind.READ && !work.signaled) {
      poller.requireRead(work);
    }
    boolean arrives = work.kind.isMessage() && !work.node.peer.dropping;
    ledger.require(!arrives || work.arrivals.get() == 1, "did not arrive", work);
  }

  private static boolean isWritten(Work work) {
    return work.target.memory().mismatch(Bytes.message(work.id, work.length)) < 0;
  }

  private static boolean hasEffect(Work work) {
    return work.arrivals.get() > 0 || (work.kind.isWrite() && !work.target.isUntouched());
  }

  private void checkOrder(Node node) {
    List<Work> own = works.stream().filter(each -> each.node == node && each.posted).toList();
    List<Work> sends = own.stream().filter(each -> !each.isReceive()).toList();
    requireOrder(sends);
    if (!setup.shared()) {
      requireOrder(own.stream().filter(Work::isReceive).toList());
    }
    for (Work early : sends) {
      for (Work late : sends) {
        if (early != late && early.isBefore(late)) {
          checkTwo(early, late);
        }
      }
    }
  }

  private void requireOrder(List<Work> queue) {
    for (Work early : queue) {
      for (Work late : queue) {
        boolean ordered = early == late || !early.isBefore(late);
        boolean both = early.isDone() && late.isDone();
        ledger.require(ordered || !both || !late.seen.isBefore(early.seen), "order", early, late);
      }
    }
  }

  private void checkTwo(Work early, Work late) {
    if (early.isFailure()) {
      boolean flushed = !late.isDone() || late.seen.status() == CompletionStatus.WR_FLUSH_ERR;
      ledger.require(flushed, "behind a failed one", early, late);
    }
    if (setup.isReliable() && early.kind.isWrite() && hasEffect(late)) {
      ledger.require(isWritten(early), "overtaken", early, late);
    }
    if (early.taker != null && late.taker != null) {
      boolean later = late.taker.seen.isBefore(early.taker.seen);
      boolean earlier = !setup.shared() && late.taker.isBefore(early.taker);
      ledger.require(!later && !earlier, "messages overtake", early, late);
    }
    if (setup.isReliable() && early.kind.isMessage() && late.taker != null) {
      boolean arrived = early.taker != null || early.node.peer.dropping;
      ledger.require(arrived, "a message is missing before another", early, late);
    }
  }

  private void checkSide(Side side) {
    requireUnchanged(side.constants);
    requireUnchanged(side.counters);
    List<Work> adds =
        works.stream().filter(each -> each.kind == Kind.ADD && each.node.side != side).toList();
    long count = side.counter.memory().get(ValueLayout.JAVA_LONG, 0);
    long least = adds.stream().filter(this::isProven).count();
    long most = adds.stream().filter(each -> each.posted || each.perhaps).count();
    ledger.require(least <= count && count <= most, "sum", least, count, most);
    Set<Long> found = new HashSet<>();
    for (Work add : adds) {
      if (add.isSuccess()) {
        boolean once = found.add(add.found) && add.found >= 0 && add.found < count;
        ledger.require(once, "fetched", add, add.found);
      }
    }
    for (Polled queue : side.queues()) {
      int events = queue.events.get();
      ledger.require(events <= queue.arms.get(), "events", events, queue.arms);
    }
  }

  private void requireUnchanged(Bytes bytes) {
    long at = bytes.firstChange();
    ledger.require(at < 0, "changed between buffers", at);
  }
}
