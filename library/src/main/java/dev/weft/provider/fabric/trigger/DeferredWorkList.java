package dev.weft.provider.fabric.trigger;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.message.DeferredWork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The triggered operations and deferred work of a domain that wait for counters. It is checked when
 * the application changes a counter, and on every progress in the domain. A thread that changes a
 * counter while it holds a machine's lock does not check it, because no thread may enter two
 * machines.
 *
 * <p>The actions of a counter start in the order of their thresholds, then in the order of queueing
 * (EP-059). An action that finds no room holds back those behind it. So a check looks at the first
 * actions of each counter only.
 *
 * <p>Any thread may call any method while it holds no machine's lock.
 */
public final class DeferredWorkList {
  private final ReentrantLock lock = new ReentrantLock();

  /** For each counter that actions wait for. */
  private final List<CounterActions> counters = new ArrayList<>();

  private long queued;
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
      one.number(queued++);
      actionsOf(one.counter()).add(one);
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

  /** Waits until the actions that a thread starts now have released their counters. */
  public void awaitStarted() {
    lock.lock();
    try {
      dropEmpty();
    } finally {
      lock.unlock();
      start(); // another thread may have found the lock held
    }
  }

  private CounterActions actionsOf(ThresholdCounter counter) {
    for (CounterActions known : counters) {
      if (known.isFor(counter)) {
        return known;
      }
    }
    CounterActions actions = new CounterActions(counter);
    counters.add(actions);
    return actions;
  }

  /** Checks all counters, and once more if an action has started: it may have changed a counter. */
  private void startAllDue() {
    boolean started;
    boolean stopped;
    do {
      started = false;
      stopped = false;
      for (int i = 0; i < counters.size(); i++) { // no iterator: avoids garbage
        CounterActions actions = counters.get(i);
        if (actions.due() != null) {
          started |= startDue(actions);
          stopped |= actions.due() != null; // it found no room
        }
      }
      if (started) {
        dropEmpty();
      }
    } while (started);
    held = stopped;
  }

  /** Starts the actions of a counter that are due, up to one that finds no room. */
  private boolean startDue(CounterActions actions) {
    boolean started = false;
    ThresholdAction next = actions.due();
    while (next != null && startOrWait(next)) {
      started = true;
      actions.remove(next);
      next.release();
      next = actions.due();
    }
    return started;
  }

  /** Tries once more after the wake-up was asked for: there may be room since the first attempt. */
  private boolean startOrWait(ThresholdAction action) {
    noteDue(action.sets());
    if (action.start()) {
      return true;
    }
    action.wantRoom();
    return action.start();
  }

  /** Called before a counter is set: the actions that are due by its old value start. */
  private void noteDue(ThresholdCounter counterOrNull) {
    for (int i = 0; counterOrNull != null && i < counters.size(); i++) {
      if (counters.get(i).isFor(counterOrNull)) {
        counters.get(i).noteDue();
      }
    }
  }

  private void dropEmpty() {
    counters.removeIf(CounterActions::isEmpty);
    empty = counters.isEmpty();
  }

  private boolean removeIf(Predicate<ThresholdAction> condition) {
    lock.lock();
    try {
      List<ThresholdAction> removed = new ArrayList<>();
      counters.forEach(actions -> actions.removeIf(condition, removed));
      removed.forEach(ThresholdAction::release);
      dropEmpty();
      return !removed.isEmpty();
    } finally {
      lock.unlock();
      start(); // what was removed may have held back others
    }
  }

  /** Removes the actions of an endpoint. */
  public void drop(Object endpoint) {
    removeIf(one -> one.isOf(endpoint));
  }

  /** {@code FI_CANCEL_WORK}. */
  public void cancel(DeferredWork work) {
    if (!removeIf(one -> one.isFor(work))) {
      throw new FabricException(
          Errno.ENOENT, "fi_control(FI_CANCEL_WORK)", work + " is not queued", "It may have run");
    }
  }

  /** {@code FI_FLUSH_WORK}: deferred work only; {@code null} for all counters. */
  public void flush(Counter triggeringCounter) {
    removeIf(
        one ->
            one.isDeferredWork()
                && (triggeringCounter == null || one.counter().equals(triggeringCounter)));
  }

  /**
   * {@code fi_cancel(3)}: fails one triggered operation of the endpoint with this context.
   *
   * @return 0, {@code -EAGAIN} if its failure finds no room, or 1 if there is none
   */
  public int cancel(Object endpoint, long context) {
    lock.lock();
    try {
      return counters.stream()
          .flatMap(CounterActions::all)
          .filter(one -> one.isOf(endpoint) && one.hasContext(context))
          .min(Comparator.naturalOrder())
          .map(one -> fail(one) ? 0 : -Errno.EAGAIN)
          .orElse(1);
    } finally {
      lock.unlock();
      start();
    }
  }

  private boolean fail(ThresholdAction one) {
    boolean failed = one.fail(Errno.ECANCELED);
    if (failed) {
      actionsOf(one.counter()).remove(one);
      one.release();
      dropEmpty();
    }
    return failed;
  }
}
