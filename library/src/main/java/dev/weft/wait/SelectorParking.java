package dev.weft.wait;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sleepers that hear bells themselves: one of them, the leader, sleeps in a selector, and what
 * happens outside wakes it without another thread in between. The others sleep as usual, and one of
 * them leads when the leader goes.
 *
 * <pre>
 *   leader:    lead (CAS) ─► chosen? ─► select ─► silence bells ─► stop leading ─► wake a follower
 *   follower:  in line ─► lead? no ─► park ─► looks: leads next, or goes and wakes another follower
 *   waker:     choose ─► unpark; is it the leader? wake the selector
 * </pre>
 *
 * <p>Both the leader and its waker first say what they did, and then look at the other. A virtual
 * thread cannot lead, as it would keep its carrier; once one sleeps here, or somebody waits
 * elsewhere, whoever gave the bells listens as well.
 */
public final class SelectorParking implements Parking {
  private final AtomicReference<Thread> leader = new AtomicReference<>();

  /** Of those in line who do not lead each may. */
  final WaiterQueue line = new WaiterQueue();

  /** Null until there is a bell. */
  private volatile Selector selector;

  private final List<WakeChannel> bells = new ArrayList<>();
  private boolean givenBack;
  private boolean closed;

  /**
   * From now on who sleeps in front hears this bell, until its channel is closed.
   *
   * @return false where others wait who do not
   */
  public boolean add(WakeChannel wakeChannel) {
    try {
      register(wakeChannel);
    } catch (ClosedChannelException | ClosedSelectorException tooLate) {
      return true;
    } catch (IOException tooManyOpenFiles) {
      return false;
    }
    forgetClosed();
    selector.wakeup();
    return !isGivenBack();
  }

  private synchronized void register(WakeChannel wakeChannel) throws IOException {
    if (closed) {
      throw new ClosedSelectorException();
    }
    if (selector == null) {
      selector = Selector.open();
    }
    wakeChannel.channel().register(selector, SelectionKey.OP_READ, wakeChannel);
    bells.removeIf(each -> !each.channel().isOpen());
    bells.add(wakeChannel);
  }

  private synchronized boolean isGivenBack() {
    return givenBack;
  }

  /**
   * A closed channel keeps its descriptor until a selector looks. Whoever slept before the first
   * bell leads from now on.
   */
  private void forgetClosed() {
    if (leader.compareAndSet(null, Thread.currentThread())) {
      try {
        selector.selectNow(_ -> {});
      } catch (IOException | ClosedSelectorException nothingToForget) {
        // whoever sleeps next looks
      } finally {
        stopLeading();
      }
    }
  }

  @Override
  public void park(Waiter waiter, long deadline) {
    if (waiter.thread.isVirtual()) {
      keepWatch();
    }
    if (waiter.thread.isVirtual() || selector == null || !lead(waiter, deadline)) {
      PLAIN.park(waiter, deadline);
    }
  }

  private boolean lead(Waiter waiter, long deadline) {
    if (!leader.compareAndSet(null, waiter.thread)) { // partner: choose() before unpark()
      return false;
    }
    try {
      if (!waiter.isChosen()) {
        select(deadline);
      }
    } finally {
      stopLeading();
    }
    return true;
  }

  private void stopLeading() {
    leader.set(null); // partner: lead(), which only those in line try
    wakeFollower();
  }

  /** The one that was woken to lead may be this one, which goes instead. */
  @Override
  public void onLeave() {
    if (selector != null && leader.get() == null) {
      wakeFollower();
    }
  }

  private void wakeFollower() {
    PLAIN.unpark(line.find(SelectorParking::mayLead));
  }

  private static boolean mayLead(Thread thread) {
    return !thread.isVirtual() && !thread.equals(Thread.currentThread());
  }

  private void select(long deadline) {
    try {
      if (deadline == Deadline.FOREVER) {
        selector.select(SelectorParking::silence);
      } else {
        long millis = TimeUnit.NANOSECONDS.toMillis(Deadline.remaining(deadline)) + 1;
        selector.select(SelectorParking::silence, Math.max(1, millis));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClosedSelectorException e) {
      // closed; whoever sleeps here looks and finds out
    }
  }

  private static void silence(SelectionKey key) {
    ((WakeChannel) key.attachment()).silence().run();
  }

  @Override
  public void unpark(Thread thread) {
    PLAIN.unpark(thread);
    if (thread.equals(leader.get())) { // partner: lead()
      selector.wakeup();
    }
  }

  @Override
  public synchronized void keepWatch() {
    if (!givenBack) {
      givenBack = true;
      bells.forEach(wakeChannel -> wakeChannel.giveBack().run());
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    try {
      if (selector != null) {
        selector.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
