package dev.weft.wait;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The signals of {@code fi_cq_signal(3)} that no wait has taken. As many signals as threads wait
 * end all of their waits; while no thread waits, one signal is kept for the next wait. Any thread
 * may call any method.
 *
 * <pre>
 *   state   63             32 31              0
 *           | waiting threads | pending signals |    pending is at most waiting, or 1
 * </pre>
 */
public final class PendingSignals {
  private static final long THREAD = 1L << 32;
  private static final long SIGNAL = 1;

  private final AtomicLong state = new AtomicLong();

  /** No thread waits, and no signal is pending. */
  public PendingSignals() {}

  /** Adds a signal, unless there are enough to end all waits. */
  public void add() {
    state.updateAndGet(now -> bounded(now + SIGNAL));
  }

  /** Takes a signal; false if there is none. */
  public boolean take() {
    return any() && pending(state.getAndUpdate(PendingSignals::less)) > 0;
  }

  /** Whether there is a signal. */
  public boolean any() {
    return pending(state.get()) > 0;
  }

  /** A thread begins to wait. */
  public void begin() {
    state.getAndAdd(THREAD);
  }

  /** It has ended, with a signal taken or not. */
  public void end() {
    state.updateAndGet(now -> bounded(now - THREAD));
  }

  private static long less(long now) {
    return pending(now) > 0 ? now - SIGNAL : now;
  }

  private static long bounded(long now) {
    long waiting = now >>> 32;
    long most = Math.max(1, waiting);
    return waiting << 32 | Math.min(pending(now), most);
  }

  private static long pending(long now) {
    return now & THREAD - 1;
  }
}
