package dev.weft.provider.fabric.trigger;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.message.DeferredWork;
import dev.weft.provider.fabric.EndpointState;
import dev.weft.provider.fabric.SoftwareCounter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The triggered operations and deferred work of a domain that wait for counters. It is checked when
 * the application changes a counter, and on every progress in the domain. A thread that changes a
 * counter while it holds a machine's lock does not check it, because no thread may enter two
 * machines.
 *
 * <p>The actions of a counter start in the order of their thresholds, then in the order of queueing
 * (EP-059). An action that finds no room holds back those behind it.
 *
 * <p>Any thread may call any method while it holds no machine's lock.
 */
public final class DeferredWorkList {
  private final ReentrantLock lock = new ReentrantLock();
  private final List<ThresholdAction> waiting = new ArrayList<>();
  private volatile boolean empty = true;
  private volatile boolean held;

  /** The pending bit: a thread requested a check while another one held the lock. */
  private volatile boolean again;

  public boolean isEmpty() {
    return empty;
  }

  /** Whether an action is due that found no room. */
  public boolean isHeld() {
    return held;
  }

  /** Queues an action, and starts it at once if it is due. */
  public void add(ThresholdAction one) {
    one.retain();
    lock.lock();
    try {
      int place = waiting.size();
      while (place > 0 && waiting.get(place - 1).isAfter(one)) {
        place--;
      }
      waiting.add(place, one);
      empty = false;
    } finally {
      lock.unlock();
    }
    start();
  }

  /** Starts the actions that are due. */
  public void start() {
    if (empty || lock.isHeldByCurrentThread()) {
      return; // the lock holder checks again after each start
    }
    again = true;
    while (again && lock.tryLock()) {
      try {
        again = false;
        startAllDue();
      } finally {
        lock.unlock();
      }
    }
  }

  private void startAllDue() {
    Set<SoftwareCounter> stopped = new HashSet<>();
    int i = 0;
    while (i < waiting.size()) {
      ThresholdAction one = waiting.get(i);
      if (stopped.contains(one.counter()) || !one.isDue()) {
        i++;
      } else if (one.start()) {
        remove(one);
        i = 0; // it may have changed a counter
      } else {
        stopped.add(one.counter());
      }
    }
    held = !stopped.isEmpty();
  }

  private void remove(ThresholdAction one) {
    waiting.remove(one);
    empty = waiting.isEmpty();
    one.release();
  }

  private boolean removeIf(Predicate<ThresholdAction> condition) {
    lock.lock();
    try {
      List<ThresholdAction> removed = waiting.stream().filter(condition).toList();
      removed.forEach(this::remove);
      return !removed.isEmpty();
    } finally {
      unlockAndStart();
    }
  }

  /** Removes the actions of an endpoint. */
  public void drop(EndpointState endpoint) {
    removeIf(one -> one.isOf(endpoint));
  }

  /** {@code FI_CANCEL_WORK}. */
  public void cancel(DeferredWork work) {
    if (!removeIf(one -> one instanceof DeferredRequest request && request.isFor(work))) {
      throw new FabricException(
          Errno.ENOENT, "fi_control(FI_CANCEL_WORK)", work + " is not queued", "It may have run");
    }
  }

  /** {@code FI_FLUSH_WORK}: deferred work only; {@code null} for all counters. */
  public void flush(Counter triggeringCounter) {
    removeIf(
        one ->
            one instanceof DeferredRequest
                && (triggeringCounter == null || one.counter().equals(triggeringCounter)));
  }

  /**
   * {@code fi_cancel(3)}: fails one triggered operation of the endpoint with this context.
   *
   * @return 0, {@code -EAGAIN} if its failure finds no room, or 1 if there is none
   */
  public int cancel(EndpointState endpoint, long context) {
    lock.lock();
    try {
      for (ThresholdAction one : waiting) {
        if (one instanceof TriggeredOperation triggered
            && triggered.isOf(endpoint)
            && triggered.operation().hasContext(context)) {
          return fail(triggered) ? 0 : -Errno.EAGAIN;
        }
      }
      return 1;
    } finally {
      unlockAndStart();
    }
  }

  /** Releases the lock, and checks again if another thread has set the pending bit. */
  private void unlockAndStart() {
    lock.unlock();
    if (again) {
      start();
    }
  }

  private boolean fail(TriggeredOperation triggered) {
    boolean failed = triggered.operation().fail(Errno.ECANCELED);
    if (failed) {
      remove(triggered);
    }
    return failed;
  }
}
