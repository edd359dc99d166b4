package dev.weft.ffm.fid;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.wait.DescriptorPoller;
import dev.weft.ffm.wait.Waiters;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for events of one queue or counter. With a file descriptor the thread parks until the
 * descriptor is ready, and looks again after a while all the same: some providers have timers that
 * only a read serves. Without one it looks, parks a moment, and looks again; the moment is an
 * eighth of the time that it has waited.
 */
public final class DescriptorWait {
  private static final long TRYWAIT = OpsLayouts.FABRIC.offset("trywait");
  private static final long FABRIC_OPS = ObjectLayouts.FABRIC.offset("ops");
  private static final long LEAST_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
  private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A long message is received in so many parts at most before threads rest between them. */
  private static final int MAX_READIES_IN_VAIN = 256;

  private static final long REST_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final NativeObject object;
  private final NativeObject fabric;
  private final MemorySegment fids;
  private final Waiters waiters = new Waiters();
  private final Set<ObjectWatch> watches = ConcurrentHashMap.newKeySet();
  private volatile DescriptorPoller.Watch watch;
  private final int descriptor;

  /** How often the descriptor was ready since a look has found something. */
  private final AtomicInteger readiesInVain = new AtomicInteger();

  /** Set for good once C may know an endpoint that is closed. */
  private volatile boolean stale;

  /**
   * Begins to watch the object's descriptor, if it has one.
   *
   * @param hasDescriptor whether C has opened the object with {@code FI_WAIT_FD}
   * @param arena closed after the object
   */
  public DescriptorWait(
      NativeObject object, NativeObject fabric, boolean hasDescriptor, Arena arena) {
    this.object = object;
    this.fabric = fabric;
    this.fids = arena.allocateFrom(ValueLayout.JAVA_LONG, object.fid());
    this.descriptor = hasDescriptor ? WaitControl.descriptor(object) : -1;
    watch();
  }

  /** How many threads wait now. */
  public int waitingThreads() {
    return waiters.count();
  }

  /** Watches the descriptor, if there is one. */
  public void watch() {
    if (hasDescriptor()) {
      watch = DescriptorPoller.watch(descriptor, this::descriptorReady);
    }
  }

  private void descriptorReady() {
    readiesInVain.incrementAndGet();
    wakeAll();
  }

  /** A look has found something. */
  void found() {
    if (readiesInVain.get() != 0) {
      readiesInVain.set(0);
    }
  }

  /**
   * Whether to rest before the descriptor is waited for again: it was ready many times, and looks
   * found nothing. That of net of 1.17 stays ready once a message was received.
   */
  boolean takeRest() {
    return readiesInVain.getAndUpdate(count -> Math.min(count, MAX_READIES_IN_VAIN))
        > MAX_READIES_IN_VAIN;
  }

  /** Whether {@code fi_trywait(3)} can be asked about the object. */
  public boolean hasDescriptor() {
    return descriptor >= 0;
  }

  /**
   * Begins a wait; returns its start. The caller looks, and looks again while it finds nothing and
   * {@link #goOn} says so, then calls {@link #end}. It does so itself, because an object that looks
   * on its behalf would be garbage of each wait.
   */
  public long begin() {
    waiters.enter();
    return System.nanoTime();
  }

  /**
   * Parks after a look in vain; false if the time is over, or an interrupt or a signal has come.
   *
   * @param timeoutMillis negative: no limit
   */
  public boolean goOn(long start, int timeoutMillis) {
    long limit = timeoutMillis < 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    long waited = System.nanoTime() - start;
    if (waited >= limit || waiters.takeSignal() || Thread.currentThread().isInterrupted()) {
      return false;
    }
    park(limit - waited, waited);
    return true;
  }

  /** Ends a wait. */
  public void end() {
    found();
    waiters.leave();
    watches.forEach(ObjectWatch::fire);
  }

  private void park(long left, long waited) {
    if (!hasDescriptor() || stale) {
      long nap = Math.clamp(waited / 8, LEAST_NAP_NANOS, MAX_NAP_NANOS);
      LockSupport.parkNanos(this, Math.min(left, nap));
    } else if (takeRest()) {
      LockSupport.parkNanos(this, Math.min(left, REST_NANOS));
    } else if (isQuiet()) {
      LockSupport.parkNanos(this, Math.min(left, SLEEP_NANOS));
    }
  }

  /** Whether the poller watches the descriptor after {@code fi_trywait(3)}: no event is queued. */
  boolean isQuiet() {
    if (!hasDescriptor() || !object.tryEnter()) {
      return false;
    }
    try {
      boolean quiet = tryWait() == 0;
      if (quiet) {
        watch.arm();
      }
      return quiet;
    } finally {
      object.leave();
    }
  }

  /** {@code fi_trywait(3)}; the caller has entered the object. */
  public int tryWait() {
    if (stale) {
      return -Errno.EAGAIN;
    }
    fabric.enter();
    try {
      long function = fabric.function(FABRIC_OPS, TRYWAIT);
      return (int) Downcalls.call(function, fabric.fid(), fids.address(), 1);
    } finally {
      fabric.leave();
    }
  }

  /**
   * An endpoint that is bound to the object is about to close; no thread is inside a call. rxm and
   * shm leave it in the list that {@code fi_trywait(3)} walks (1.17 to 2.3), so that this function
   * is not called again.
   */
  public void endpointCloses() {
    stale = true;
  }

  /** Lets all waiting threads and all watches look again. */
  public void wakeAll() {
    waiters.wakeAll();
    watches.forEach(ObjectWatch::fire);
  }

  /**
   * A watch of the object.
   *
   * @param kind the wait object that it was opened with
   * @param ready whether there is something to read
   * @param event whether there is something to report since the last call
   * @param listener null to poll only
   */
  public EventWatch watch(
      WaitObject kind, BooleanSupplier ready, BooleanSupplier event, EventListener listener) {
    object.requireOpen();
    if (listener != null && (kind == WaitObject.NONE || kind == WaitObject.YIELD)) {
      throw new FabricException(
          Errno.EINVAL,
          "Waitable.watch",
          "object=" + object + " does not notify waiters",
          "Open it with another wait object than " + kind);
    }
    ObjectWatch added = new ObjectWatch(this, ready, event, listener);
    watches.add(added);
    if (object.isClosing()) {
      added.close();
      object.requireOpen();
    }
    return added;
  }

  void remove(ObjectWatch ended) {
    watches.remove(ended);
  }

  /** Ends the wait of one thread, the next one if none waits. */
  public void signal() {
    waiters.signal();
  }

  /** The object is about to close: no thread calls C for it any more. */
  public void close() {
    if (hasDescriptor()) {
      watch.close();
    }
    waiters.wakeAll();
    for (ObjectWatch each : List.copyOf(watches)) {
      if (watches.remove(each)) {
        each.objectCloses();
      }
    }
  }
}
