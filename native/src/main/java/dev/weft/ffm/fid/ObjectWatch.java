package dev.weft.ffm.fid;

import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.ffm.wait.NapTimer;
import dev.weft.provider.fabric.wait.GuardedListener;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * The watch of a native queue or counter. The listener is called when the descriptor is ready, and
 * after a nap all the same: some providers have timers that only a read serves, others have no
 * descriptor.
 */
final class ObjectWatch implements EventWatch {
  private static final long LEAST_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
  private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final DescriptorWait wait;
  private final BooleanSupplier ready;
  private final BooleanSupplier event;
  private final EventListener listener;
  private final NapTimer.Nap nap;
  private final AtomicBoolean armed = new AtomicBoolean();
  private volatile long napNanos = LEAST_NAP_NANOS;

  ObjectWatch(
      DescriptorWait wait, BooleanSupplier ready, BooleanSupplier event, EventListener listener) {
    this.wait = wait;
    this.ready = ready;
    this.event = event;
    this.listener = GuardedListener.of(listener);
    this.nap = listener == null ? null : NapTimer.nap(this::fire);
  }

  @Override
  public boolean isReady() {
    boolean found = ready.getAsBoolean();
    if (found) {
      wait.found();
    }
    return found;
  }

  @Override
  public boolean takeEvent() {
    return event.getAsBoolean();
  }

  /** Looks again after the wait is prepared: another watch may have taken the event from C. */
  @Override
  public boolean arm() {
    boolean found = isReady();
    if (!found && listener != null) {
      armed.set(true);
      nap.set(!wait.takeRest() && wait.isQuiet() ? SLEEP_NANOS : nextNap());
      found = isReady();
    }
    if (found) {
      napNanos = LEAST_NAP_NANOS;
    }
    return found;
  }

  private long nextNap() {
    long next = napNanos;
    napNanos = Math.min(2 * next, MAX_NAP_NANOS);
    return next;
  }

  /** There may be an event. */
  void fire() {
    if (armed.compareAndSet(true, false)) {
      nap.cancel();
      listener.onEvent();
    }
  }

  /** The object is about to be closed. */
  void objectCloses() {
    if (listener != null) {
      armed.set(false);
      nap.close();
      listener.onClose();
    }
  }

  @Override
  public void close() {
    wait.remove(this);
    if (nap != null) {
      armed.set(false);
      nap.close();
    }
  }
}
