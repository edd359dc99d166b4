package dev.weft.wait;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How threads sleep until something was published, and how those that publish wake them, at the
 * cost of one fence and one load while nobody sleeps.
 *
 * <p><b>No lost wake-up.</b> Each side first says what it has done and then looks at the other:
 *
 * <pre>
 *   publisher                                sleeper
 *     publish the entry                        armed += 1
 *     full fence                               full fence
 *     armed != 0 ? wake one sleeper            look for entries; none ? park
 * </pre>
 *
 * <p>Whichever fence comes second, that side sees the other: no entry can be published unseen to a
 * sleeper unseen.
 *
 * <p><b>Who is woken.</b> Each publication wakes one sleeper, the first in line whose condition
 * holds. Being chosen takes a sleeper out of the line, so the next publication chooses the next
 * one. A wake-up is a duty: whoever was chosen and does not use it passes it on.
 *
 * <ul>
 *   <li>chosen, looked, found nothing that is enough for it: wakes others for whom it is, then
 *       waits again;
 *   <li>chosen after its last look, while it was leaving: wakes the next one whatever that waits
 *       for;
 *   <li>woken, has read, and leaves entries behind: the reader calls {@link #passOn}.
 * </ul>
 *
 * <p>What waits outside ({@link ExternalWait}, a set's notifier) is told as well. A wait object
 * counts as one sleeper while it is lowered, and as none while it is raised.
 *
 * <p>All methods may be called by any thread, virtual ones too; a parked virtual thread gives its
 * carrier back.
 */
public final class Notifier implements AutoCloseable {
  private static final boolean SEVERAL_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;
  private static final Notifier[] NONE = {};
  private static final VarHandle ARMED;
  private static final VarHandle SIGNALLED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ARMED = lookup.findVarHandle(Notifier.class, "armed", int.class);
      SIGNALLED = lookup.findVarHandle(Notifier.class, "signalled", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final IdleStrategy idling;
  private final long spinNanos;
  private final ExternalWait externalWait;
  private final Parking parking;
  private final WaiterQueue sleepers;

  /** A snapshot that is replaced: to go through a collection would make garbage. */
  private volatile Notifier[] forwards = NONE;

  /**
   * Sleepers in line, the wait object while it is lowered, and forwards. Raised before and reduced
   * after what it counts, so that for a moment it may be too high but never too low.
   */
  private int armed;

  private boolean signalled;
  private volatile boolean closed;

  /** A notifier whose sleepers park at once. */
  public Notifier() {
    this(IdleStrategy.PARK, 0, null);
  }

  /** A notifier whose sleepers park at once, and hear bells. */
  public Notifier(SelectorParking parking) {
    this(IdleStrategy.PARK, 0, null, parking, parking.line);
  }

  /**
   * Makes a notifier.
   *
   * @param idling what waiting threads do; unless it is {@link IdleStrategy#PARK}, nothing need be
   *     published to this notifier
   * @param spinNanos how long a platform thread looks before it parks, where there is more than one
   *     processor; 0 or more
   * @param waitObjectOrNull raised by publications, armed from the start; owned by the notifier
   */
  public Notifier(IdleStrategy idling, long spinNanos, ExternalWait waitObjectOrNull) {
    this(idling, spinNanos, waitObjectOrNull, Parking.PLAIN, new WaiterQueue());
  }

  Notifier(
      IdleStrategy idling,
      long spinNanos,
      ExternalWait waitObjectOrNull,
      Parking parking,
      WaiterQueue sleepers) {
    if (spinNanos < 0) {
      throw new IllegalArgumentException("spinNanos=" + spinNanos + ", allowed: 0 or more");
    }
    this.idling = idling;
    this.spinNanos = SEVERAL_PROCESSORS ? spinNanos : 0;
    this.externalWait = waitObjectOrNull;
    this.parking = parking;
    this.sleepers = sleepers;
    this.armed = waitObjectOrNull == null ? 0 : 1;
  }

  /** Says that something was published: wakes one sleeper for whom it is enough. */
  public void published() {
    VarHandle.fullFence(); // partner: the fence in lineUp() and in tryArm()
    if (isArmed()) {
      wake(false);
    }
  }

  /**
   * Says that something has happened that is no publication yet, but may become some when a thread
   * makes progress (a doorbell): wakes one sleeper, whatever it waits for.
   */
  public void wake() {
    VarHandle.fullFence(); // partner: the fence in lineUp() and in tryArm()
    if (isArmed()) {
      wake(true);
    }
  }

  /** After a wait and a read: wakes another sleeper for whom enough is left. */
  public void passOn() {
    if (isArmed()) {
      wakeSleeper(false);
    }
  }

  /** True while somebody may have to be woken. A hint, without a fence. */
  public boolean isArmed() {
    return (int) ARMED.getOpaque(this) != 0;
  }

  /** Threads in line now; for tests and diagnosis. */
  public int sleepers() {
    return sleepers.size();
  }

  /**
   * {@code fi_cq_signal(3)}: ends one wait, of a thread that waits now or else the next one.
   * Signals that nobody has used up yet are one signal.
   */
  public void signal() {
    SIGNALLED.setVolatile(this, true);
    wake();
  }

  /** Ends all waits, now and later, with {@link WaitResult#CLOSED}; closes the wait object. */
  @Override
  public void close() {
    closed = true;
    VarHandle.fullFence(); // partner: the fence in lineUp()
    while (wakeSleeper(true)) {}
    if (externalWait != null) {
      externalWait.raise();
      externalWait.close();
    }
    parking.close();
  }

  /** From now on what is published here is published there too: this is a member of that set. */
  public void forwardTo(Notifier set) {
    synchronized (this) {
      Notifier[] more = Arrays.copyOf(forwards, forwards.length + 1);
      more[forwards.length] = set;
      forwards = more;
    }
    arm();
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
   * {@code fi_trywait(3)}: lowers the wait object, then looks (the other way round would lose what
   * is published in between).
   *
   * @return true when it is safe to block on the wait object: whatever is published from now on
   *     raises it. False, and the object is raised, when the condition holds or a signal was
   *     pending, which is used up
   */
  public boolean tryArm(Readiness condition) {
    arm();
    if (!externalWait.lower()) {
      disarm();
    }
    VarHandle.fullFence(); // partner: the fence in published()
    if (closed || condition.advance() || takeSignal()) {
      raise();
      return false;
    }
    return true;
  }

  /**
   * Waits until the condition holds, a signal comes, the thread is interrupted, the deadline
   * passes, or the notifier is closed; looks in this order, at least once.
   *
   * <p>Meant for {@code while (nothing read) await}, followed, when something was read, by {@link
   * #passOn}.
   *
   * @param deadline as of {@link Deadline}
   */
  public WaitResult await(Readiness condition, long deadline) {
    WaitResult result = look(condition, deadline);
    if (result == null) {
      result = spin(condition, deadline);
    }
    return result == null ? sleep(condition, deadline) : result;
  }

  private WaitResult look(Readiness condition, long deadline) {
    if (closed) {
      return WaitResult.CLOSED;
    }
    if (condition.advance()) {
      return WaitResult.READY;
    }
    if (takeSignal()) {
      return WaitResult.SIGNALLED;
    }
    if (Thread.currentThread().isInterrupted()) {
      return WaitResult.INTERRUPTED;
    }
    return Deadline.remaining(deadline) <= 0 ? WaitResult.TIMED_OUT : null;
  }

  private WaitResult spin(Readiness condition, long deadline) {
    boolean parks = idling == IdleStrategy.PARK;
    if (parks && (spinNanos == 0 || Thread.currentThread().isVirtual())) {
      return null;
    }
    long start = System.nanoTime();
    while (!parks || System.nanoTime() - start < spinNanos) {
      idling.pause();
      WaitResult result = look(condition, deadline);
      if (result != null) {
        return result;
      }
    }
    return null;
  }

  private WaitResult sleep(Readiness condition, long deadline) {
    Waiter waiter = lineUp(condition);
    while (true) {
      boolean chosen = waiter.isChosen();
      WaitResult result = lookInLine(waiter, condition, deadline);
      if (result != null) {
        leave(waiter, chosen);
        parking.onLeave();
        return result;
      }
      if (chosen) {
        passOn();
        sleepers.leave(waiter);
        waiter = lineUp(condition);
      } else if (!waiter.isChosen()) { // a lock in the look may have used up the unpark
        parking.park(waiter, deadline);
      }
    }
  }

  /** A look that fails ends the wait, and whoever was to be woken by it is woken. */
  private WaitResult lookInLine(Waiter waiter, Readiness condition, long deadline) {
    boolean looked = false;
    try {
      WaitResult result = look(condition, deadline);
      looked = true;
      return result;
    } finally {
      if (!looked) {
        leave(waiter, false);
        parking.onLeave();
      }
    }
  }

  private Waiter lineUp(Readiness condition) {
    arm();
    Waiter waiter = sleepers.join(condition);
    VarHandle.fullFence(); // partner: the fence in published()
    return waiter;
  }

  private void leave(Waiter waiter, boolean chosenBeforeLastLook) {
    boolean unused = false;
    if (sleepers.leave(waiter)) {
      disarm();
    } else {
      unused = !chosenBeforeLastLook;
    }
    if (unused || (boolean) SIGNALLED.getVolatile(this)) {
      wake();
    }
  }

  private void wake(boolean whateverItWaitsFor) {
    wakeSleeper(whateverItWaitsFor);
    raise();
    for (Notifier set : forwards) {
      set.wake();
    }
  }

  private boolean wakeSleeper(boolean whateverItWaitsFor) {
    Thread chosen = sleepers.choose(whateverItWaitsFor);
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

  private boolean takeSignal() {
    return (boolean) SIGNALLED.getOpaque(this) && SIGNALLED.compareAndSet(this, true, false);
  }

  private void arm() {
    ARMED.getAndAdd(this, 1);
  }

  private void disarm() {
    ARMED.getAndAdd(this, -1);
  }
}
