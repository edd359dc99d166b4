package dev.weft.wait;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Puts waiting threads to sleep until an entry is published, and wakes them. Publishing costs one
 * fence and one load while no thread sleeps.
 *
 * <p><b>No lost wake-up.</b> Each side first writes its own state and then reads that of the other:
 *
 * <pre>
 *   publisher                                waiter
 *     publish the entry                        armed += 1
 *     full fence                               full fence
 *     armed != 0 ? wake one waiter             check for entries; none ? park
 * </pre>
 *
 * <p>The side whose fence comes second sees the other's write, so a publisher that does not see a
 * waiter and a waiter that does not see the entry cannot occur together.
 *
 * <p><b>Which waiter is woken.</b> Each publication wakes one waiter: the first in the queue whose
 * condition holds. Choosing a waiter removes it from the queue, so the next publication chooses the
 * next one. A chosen waiter that does not use the wake-up passes it on:
 *
 * <ul>
 *   <li>chosen, checked, its condition does not hold: wakes other waiters whose condition holds,
 *       then waits again;
 *   <li>chosen after its last check, while leaving: wakes the next one, whatever its condition;
 *   <li>woken, has read, and leaves entries behind: the reader calls {@link #passOn}.
 * </ul>
 *
 * <p>Wait objects ({@link ExternalWait}) and the notifiers of wait sets are notified as well. A
 * wait object counts as one waiter while it is lowered, and as none while it is raised.
 *
 * <p>Any thread may call any method, including virtual ones; a parked virtual thread releases its
 * carrier.
 */
public final class Notifier implements AutoCloseable {
  private static final boolean SEVERAL_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;
  private static final Notifier[] NONE = {};
  private static final VarHandle ARMED;

  static {
    try {
      ARMED = MethodHandles.lookup().findVarHandle(Notifier.class, "armed", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final IdleStrategy idleStrategy;
  private final long spinNanos;
  private final ExternalWait externalWait;
  private final Parking parking;
  private final WaiterQueue waiters;

  /** An immutable snapshot: iterating over a collection would allocate. */
  private volatile Notifier[] forwards = NONE;

  /**
   * Waiters in the queue, a lowered wait object, and forwards. Raised before and reduced after what
   * it counts: it may be too high for a moment but never too low.
   */
  private int armed;

  private final PendingSignals signals = new PendingSignals();
  private volatile boolean closed;

  /** A notifier whose waiters park without spinning. */
  public Notifier() {
    this(IdleStrategy.PARK, 0, null);
  }

  /** A notifier whose waiters park without spinning and select wake channels. */
  public Notifier(SelectorParking parking) {
    this(IdleStrategy.PARK, 0, null, parking, parking.line);
  }

  /**
   * Makes a notifier.
   *
   * @param idleStrategy what waiting threads do; unless it is {@link IdleStrategy#PARK},
   *     publications need not be notified
   * @param spinNanos how long a platform thread spins before it parks, on more than one processor;
   *     0 or more
   * @param waitObjectOrNull raised by publications, armed from the start; owned by the notifier
   */
  public Notifier(IdleStrategy idleStrategy, long spinNanos, ExternalWait waitObjectOrNull) {
    this(idleStrategy, spinNanos, waitObjectOrNull, Parking.PLAIN, new WaiterQueue());
  }

  Notifier(
      IdleStrategy idleStrategy,
      long spinNanos,
      ExternalWait waitObjectOrNull,
      Parking parking,
      WaiterQueue waiters) {
    if (spinNanos < 0) {
      throw new IllegalArgumentException("spinNanos=" + spinNanos + ", allowed: 0 or more");
    }
    WaitEvent.load();
    this.idleStrategy = idleStrategy;
    this.spinNanos = SEVERAL_PROCESSORS ? spinNanos : 0;
    this.externalWait = waitObjectOrNull;
    this.parking = parking;
    this.waiters = waiters;
    this.armed = waitObjectOrNull == null ? 0 : 1;
  }

  /** Notifies of a publication: wakes one waiter whose condition holds. */
  public void published() {
    VarHandle.fullFence(); // partner: the fence in enqueue() and in tryArm()
    if (isArmed()) {
      wake(false);
    }
  }

  /**
   * Wakes one waiter whatever its condition, for an event that may lead to a publication once a
   * thread makes progress (a doorbell).
   */
  public void wake() {
    VarHandle.fullFence(); // partner: the fence in enqueue() and in tryArm()
    if (isArmed()) {
      wake(true);
    }
  }

  /**
   * After a wait and a read: wakes another waiter whose condition holds for the remaining entries.
   */
  public void passOn() {
    if (isArmed()) {
      wakeWaiter(false);
    }
  }

  /** True while a waiter may have to be woken. A hint, without a fence. */
  public boolean isArmed() {
    return (int) ARMED.getOpaque(this) != 0;
  }

  /** Number of waiters in the queue; for tests and diagnosis. */
  public int waiters() {
    return waiters.size();
  }

  /**
   * {@code fi_cq_signal(3)}: ends one wait: of a thread that waits now, else the next one ({@link
   * PendingSignals}).
   */
  public void signal() {
    signals.add();
    wake();
  }

  /** Ends all waits, now and later, with {@link WaitResult#CLOSED}; closes the wait object. */
  @Override
  public void close() {
    closed = true;
    VarHandle.fullFence(); // partner: the fence in enqueue()
    while (wakeWaiter(true)) {}
    if (externalWait != null) {
      externalWait.raise();
      externalWait.close();
    }
    parking.close();
  }

  /**
   * Also publishes to {@code set} whatever is published here: this becomes a member of that set.
   */
  public void forwardTo(Notifier set) {
    synchronized (this) {
      Notifier[] more = Arrays.copyOf(forwards, forwards.length + 1);
      more[forwards.length] = set;
      arm();
      forwards = more;
    }
    parking.keepWatch();
  }

  /** Ends {@link #forwardTo}. */
  public void stopForwardingTo(Notifier set) {
    if (drop(set)) {
      disarm();
    }
  }

  private synchronized boolean drop(Notifier set) {
    int before = forwards.length;
    List<Notifier> rest = new ArrayList<>(Arrays.asList(forwards));
    rest.remove(set);
    forwards = rest.toArray(NONE);
    return rest.size() < before;
  }

  /**
   * {@code fi_trywait(3)}: lowers the wait object, then checks the condition. The opposite order
   * would lose a publication in between.
   *
   * @return true if it is safe to block on the wait object: later publications raise it. False,
   *     with the object raised, if the condition holds or a signal was pending, which is consumed
   */
  public boolean tryArm(Readiness condition) {
    arm();
    if (!externalWait.lower()) {
      disarm();
    }
    VarHandle.fullFence(); // partner: the fence in published()
    if (closed || condition.advance() || signals.take()) {
      raise();
      return false;
    }
    return true;
  }

  /**
   * Waits until the condition holds, a signal comes, the thread is interrupted, the deadline
   * passes, or the notifier is closed. Checks in this order, at least once.
   *
   * <p>Use it as {@code while (nothing read) await}, followed by {@link #passOn} when an entry was
   * read.
   *
   * @param deadline as of {@link Deadline}
   */
  public WaitResult await(Readiness condition, long deadline) {
    WaitResult result = look(condition, deadline);
    return result == null ? spinAndSleep(condition, deadline) : result;
  }

  private WaitResult spinAndSleep(Readiness condition, long deadline) {
    signals.begin();
    try {
      WaitResult result = spin(condition, deadline);
      return result == null ? sleepAndRecord(condition, deadline) : result;
    } finally {
      signals.end();
    }
  }

  private WaitResult look(Readiness condition, long deadline) {
    if (closed) {
      return WaitResult.CLOSED;
    }
    if (condition.advance()) {
      return WaitResult.READY;
    }
    if (signals.take()) {
      return WaitResult.SIGNALLED;
    }
    if (Thread.currentThread().isInterrupted()) {
      return WaitResult.INTERRUPTED;
    }
    return Deadline.remaining(deadline) <= 0 ? WaitResult.TIMED_OUT : null;
  }

  private WaitResult spin(Readiness condition, long deadline) {
    boolean parks = idleStrategy == IdleStrategy.PARK;
    if (parks && (spinNanos == 0 || Thread.currentThread().isVirtual())) {
      return null;
    }
    long start = System.nanoTime();
    for (int looks = 0; !parks || System.nanoTime() - start < spinNanos; looks++) {
      idleStrategy.pause(looks);
      WaitResult result = look(condition, deadline);
      if (result != null) {
        return result;
      }
    }
    return null;
  }

  private WaitResult sleepAndRecord(Readiness condition, long deadline) {
    WaitEvent event = WaitEvent.beginIfEnabled();
    WaitResult result = sleep(condition, deadline);
    WaitEvent.end(event, result);
    return result;
  }

  private WaitResult sleep(Readiness condition, long deadline) {
    Waiter waiter = enqueue(condition);
    while (true) {
      boolean chosen = waiter.isChosen();
      WaitResult result = checkAndPark(waiter, chosen, condition, deadline);
      if (result != null) {
        leave(waiter, chosen);
        parking.onLeave();
        return result;
      }
      if (chosen) {
        waiters.leave(waiter);
        waiter = enqueue(condition);
      }
    }
  }

  /**
   * Checks once, then parks, or wakes others if it was chosen in vain. If that throws, the wait
   * ends and a wake-up that was meant for it is passed on.
   */
  private WaitResult checkAndPark(
      Waiter waiter, boolean chosen, Readiness condition, long deadline) {
    boolean returned = false;
    try {
      WaitResult result = look(condition, deadline);
      if (result == null && chosen) {
        passOn();
      } else if (result == null && !waiter.isChosen()) {
        parking.park(waiter, deadline); // a lock taken in the check may have consumed the unpark
      }
      returned = true;
      return result;
    } finally {
      if (!returned) {
        leave(waiter, false);
        parking.onLeave();
      }
    }
  }

  private Waiter enqueue(Readiness condition) {
    arm();
    boolean queued = false;
    try {
      Waiter waiter = waiters.join(condition);
      VarHandle.fullFence(); // partner: the fence in published()
      queued = true;
      return waiter;
    } finally {
      if (!queued) {
        disarm();
        parking.onLeave();
      }
    }
  }

  private void leave(Waiter waiter, boolean chosenBeforeLastLook) {
    boolean unused = false;
    if (waiters.leave(waiter)) {
      disarm();
    } else {
      unused = !chosenBeforeLastLook;
    }
    if (unused || signals.any()) {
      wake();
    }
  }

  private void wake(boolean anyCondition) {
    wakeWaiter(anyCondition);
    raise();
    for (Notifier set : forwards) {
      set.wake();
    }
  }

  private boolean wakeWaiter(boolean anyCondition) {
    Thread chosen = waiters.choose(anyCondition);
    if (chosen == null) {
      return false;
    }
    disarm();
    parking.unpark(chosen);
    return true;
  }

  private void raise() {
    if (externalWait != null && externalWait.raise()) {
      disarm();
    }
  }

  private void arm() {
    ARMED.getAndAdd(this, 1);
  }

  private void disarm() {
    ARMED.getAndAdd(this, -1);
  }
}
