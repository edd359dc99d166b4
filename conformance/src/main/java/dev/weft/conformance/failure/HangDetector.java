package dev.weft.conformance.failure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Distinguishes a wait that hangs from one that gets too little CPU time. A loop calls {@link #lap}
 * after each look that found nothing.
 *
 * <p>A wait hangs when it has lasted for its allowance <em>and</em> the waiting thread has spent
 * half of the allowance as CPU time. In the first half of the allowance a lap yields or parks;
 * afterwards it spins for as long as the look has taken. The scheduler gives all threads that can
 * run the same share, so the awaited thread has had as much CPU time as the waiting one. Both
 * limits are reached together on a quiet machine. On a busy machine, or after the process was
 * stopped, the second limit is reached later.
 *
 * <p>Each wait of each thread needs its own object.
 */
public final class HangDetector {
  /** The system property by which every allowance is multiplied; 1 unless it is set. */
  public static final String PATIENCE = "weft.conformance.patience";

  /** The allowance of a wait for one event. */
  public static final Duration ALLOWANCE = Duration.ofSeconds(5);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long YIELDING_NANOS = 2_000_000;
  private static final long PARKED_NANOS = 100_000;
  private static final long LEAST_SPIN_NANOS = 1_000_000;
  private static final long MAX_SPIN_NANOS = 100_000_000;

  private final long allowance;
  private long started;
  private long looked;
  private long spent;

  /** Detects the hang of a wait for one event. */
  public HangDetector() {
    this(ALLOWANCE);
  }

  /** Detects the hang of a wait that takes less than this on a quiet machine. */
  public HangDetector(Duration allowance) {
    this.allowance = (long) (allowance.toNanos() * patience());
    progressed();
  }

  private static double patience() {
    return Double.parseDouble(System.getProperty(PATIENCE, "1"));
  }

  /** Restarts the wait, because an awaited event has happened. */
  public void progressed() {
    started = System.nanoTime();
    looked = started;
    spent = 0;
  }

  /** The time after which a wait hangs if it had the CPU time. */
  public Duration allowance() {
    return Duration.ofNanos(allowance);
  }

  /** How long the wait has lasted; on a busy machine more than its allowance when it hangs. */
  public Duration lasted() {
    return Duration.ofNanos(System.nanoTime() - started);
  }

  /** How long the wait may sleep before its first lap. */
  public Duration calm() {
    return Duration.ofNanos(allowance / 2);
  }

  /** Pauses; false once the wait hangs or the thread is interrupted, which ends its check. */
  public boolean lap() {
    long now = System.nanoTime();
    long lasted = now - started;
    if (lasted > allowance / 2) {
      spent += spin(Math.clamp(now - looked, LEAST_SPIN_NANOS, MAX_SPIN_NANOS));
    } else if (lasted < YIELDING_NANOS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(PARKED_NANOS);
    }
    looked = System.nanoTime();
    return (lasted < allowance || spent < allowance / 2) && !Thread.currentThread().isInterrupted();
  }

  /** Pauses; a failure with this sentence once the wait hangs. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of the kit
  public void lapOr(String sentence, Object... arguments) {
    if (!lap()) {
      throw new ClauseFailure(sentence.formatted(arguments));
    }
  }

  /** Waits for the condition; a failure with this sentence if the wait hangs. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of the kit
  public static void await(BooleanSupplier condition, String sentence, Object... arguments) {
    HangDetector detector = new HangDetector();
    while (!condition.getAsBoolean()) {
      detector.lapOr(sentence, arguments);
    }
  }

  /** Uses this much CPU time, however long that takes, and returns how much it was. */
  private static long spin(long nanos) {
    long before = THREADS.getCurrentThreadCpuTime();
    long used = 0;
    while (used < nanos) {
      Thread.onSpinWait();
      used = THREADS.getCurrentThreadCpuTime() - before;
    }
    return used;
  }
}
