package dev.weft.wait;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Parking in which waiters select wake channels themselves. One waiter, the leader, blocks in a
 * selector, so an event from outside wakes it without an intermediate thread. The other waiters
 * park, and one of them becomes leader when the leader leaves.
 *
 * <pre>
 *   leader:    lead (CAS) ─► chosen? ─► select ─► read channels ─► stop leading ─► wake one
 *   follower:  queued ─► lead? no ─► park ─► checks: leads next, or wakes another
 *   waker:     choose ─► unpark; is it the leader? wake the selector
 * </pre>
 *
 * <p>The leader and its waker each write their own state before they read the other's. A virtual
 * thread cannot lead, because it would pin its carrier. Once a virtual thread parks here, or a
 * waiter sleeps elsewhere, the owner of the wake channels must listen as well.
 */
public final class SelectorParking implements Parking {
  private final AtomicReference<Thread> leader = new AtomicReference<>();

  /** Any queued waiter that is not the leader may become it. */
  final WaiterQueue line = new WaiterQueue();

  /** Null until there is a wake channel. */
  private volatile Selector selector;

  private boolean givenBack;
  private boolean closed;

  /**
   * Adds a wake channel, which the leader selects until it is closed.
   *
   * @return false if there are waiters that do not select
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
  }

  private synchronized boolean isGivenBack() {
    return givenBack;
  }

  /**
   * Frees closed channels, which keep their descriptor and their owner until a selector runs. A
   * waiter that parked before the first channel was added becomes leader.
   */
  private void forgetClosed() {
    if (leader.compareAndSet(null, Thread.currentThread())) {
      try {
        selector.selectNow(_ -> {});
      } catch (IOException | ClosedSelectorException nothingToForget) {
        // the next waiter selects it
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
    leader.set(null); // partner: lead(), which only queued waiters try
    wakeFollower();
  }

  /** The thread woken to lead may be the one that leaves; then another is woken. */
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
      // closed; waiters find out at their next check
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
      keys().forEach(key -> ((WakeChannel) key.attachment()).giveBack().run());
    }
  }

  private Set<SelectionKey> keys() {
    try {
      return selector == null ? Set.of() : selector.keys();
    } catch (ClosedSelectorException nobodyWaits) {
      return Set.of();
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
