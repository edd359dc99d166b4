package dev.weft.completion;

import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;
import dev.weft.wait.WaitResult;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code fi_cntr(3)}: counts operations that succeeded, or their bytes, and separately operations
 * that failed.
 *
 * <p>Both values are unsigned 64-bit numbers and start at 0. Any thread may call any method.
 */
public final class CompletionCounter {
  /** The threshold was reached. */
  public static final int REACHED = 0;

  /** {@code -FI_EAVAIL}: the error value changed during the wait. */
  public static final int FAILED = -259;

  /** {@code -FI_ETIMEDOUT}: the deadline passed first. */
  public static final int TIMED_OUT = -110;

  /** {@code -FI_EINTR}: the thread's interrupt status is set, or the wait was signalled. */
  public static final int INTERRUPTED = -4;

  /** {@code -FI_EBADF}: the counter was closed. */
  public static final int CLOSED = -9;

  private static final VarHandle SUCCESSES;
  private static final VarHandle ERRORS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SUCCESSES = lookup.findVarHandle(CompletionCounter.class, "successes", long.class);
      ERRORS = lookup.findVarHandle(CompletionCounter.class, "errors", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Notifier notifier;
  private final boolean countsBytes;
  private final AtomicReference<Reached> spare = new AtomicReference<>();
  private long successes;
  private long errors;

  /**
   * Makes a counter whose values are 0.
   *
   * @param notifierOrNull notified of each change; null if no thread waits
   * @param countsBytes {@code FI_CNTR_EVENTS_BYTES}: a success adds its bytes instead of 1
   */
  public CompletionCounter(Notifier notifierOrNull, boolean countsBytes) {
    this.notifier = notifierOrNull;
    this.countsBytes = countsBytes;
  }

  /** Counts an operation that succeeded and moved {@code bytes} of the user's bytes. */
  public void succeeded(long bytes) {
    add(countsBytes ? bytes : 1);
  }

  /** Counts an operation that failed. */
  public void failed() {
    addError(1);
  }

  /** {@code fi_cntr_read(3)}. */
  public long value() {
    return (long) SUCCESSES.getAcquire(this);
  }

  /** {@code fi_cntr_readerr(3)}. */
  public long errorValue() {
    return (long) ERRORS.getAcquire(this);
  }

  /** {@code fi_cntr_add(3)}. */
  public void add(long n) {
    SUCCESSES.getAndAdd(this, n);
    changed();
  }

  /**
   * {@code fi_cntr_set(3)}.
   *
   * @return the value before
   */
  public long set(long value) {
    long before = (long) SUCCESSES.getAndSet(this, value);
    changed();
    return before;
  }

  /** {@code fi_cntr_adderr(3)}. */
  public void addError(long n) {
    ERRORS.getAndAdd(this, n);
    changed();
  }

  /** {@code fi_cntr_seterr(3)}. */
  public void setError(long value) {
    ERRORS.setVolatile(this, value);
    changed();
  }

  private void changed() {
    if (notifier != null) {
      notifier.published();
    }
  }

  /**
   * {@code fi_cntr_wait(3)}: waits until the value is at least {@code threshold}, unsigned. A
   * reached threshold takes precedence over every other result. Errors counted before the call are
   * ignored.
   *
   * @param deadline as of {@link dev.weft.wait.Deadline}
   * @param progress called by the waiting thread before each check to drive progress; or null
   * @return {@link #REACHED}, {@link #FAILED}, {@link #TIMED_OUT}, {@link #INTERRUPTED} or {@link
   *     #CLOSED}
   */
  public int await(long threshold, long deadline, Runnable progress) {
    Reached reached = spare.getAndSet(null);
    if (reached == null) {
      reached = new Reached();
    }
    int result = reached.of(threshold, progress).await(deadline);
    spare.set(reached);
    return result;
  }

  private static int code(WaitResult result) {
    return switch (result) {
      case TIMED_OUT -> TIMED_OUT;
      case CLOSED -> CLOSED;
      default -> INTERRUPTED;
    };
  }

  private boolean isReached(long threshold) {
    return Long.compareUnsigned(value(), threshold) >= 0;
  }

  /** The condition of one waiting thread; reused for the next wait. */
  private final class Reached implements Readiness {
    private long threshold;
    private long errorsBefore;
    private Runnable progress;

    Reached of(long wanted, Runnable progressOrNull) {
      threshold = wanted;
      errorsBefore = errorValue();
      progress = progressOrNull;
      return this;
    }

    int await(long deadline) {
      while (true) {
        WaitResult result = notifier.await(this, deadline);
        notifier.passOn();
        if (isReached(threshold)) {
          return REACHED;
        }
        if (hasFailed()) {
          return FAILED;
        }
        if (result != WaitResult.READY) {
          return code(result);
        }
      }
    }

    private boolean hasFailed() {
      return errorValue() != errorsBefore;
    }

    @Override
    public boolean holds() {
      return isReached(threshold) || hasFailed();
    }

    @Override
    public boolean advance() {
      if (progress != null) {
        progress.run();
      }
      return holds();
    }
  }

  @Override
  public String toString() {
    return "CompletionCounter[value="
        + Long.toUnsignedString(value())
        + " errors="
        + Long.toUnsignedString(errorValue())
        + ']';
  }
}
