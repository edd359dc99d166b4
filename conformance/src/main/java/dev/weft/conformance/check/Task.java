package dev.weft.conformance.check;

import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.conformance.failure.StackTraces;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A part of a check that runs in its own thread. All waits for it are bounded. */
public final class Task<T> implements AutoCloseable {

  private static final Duration ALLOWANCE = Duration.ofSeconds(10);
  private static final Duration BLOCKING = Duration.ofMillis(500);

  private final FutureTask<T> future;
  private final Thread thread;

  Task(String name, Callable<T> part) {
    future = new FutureTask<>(part);
    thread = Thread.ofPlatform().daemon().name("conformance " + name + " helper").start(future);
  }

  /** The thread, for interrupts and for its state. */
  public Thread thread() {
    return thread;
  }

  /** Whether the part has ended. */
  public boolean isDone() {
    return future.isDone();
  }

  /** The part's result; a failure if it throws or hangs. */
  public T result() throws InterruptedException {
    return result(ALLOWANCE);
  }

  /** The part's result; a failure if it throws, or hangs. The allowance bounds its time. */
  public T result(Duration allowance) throws InterruptedException {
    HangDetector detector = new HangDetector(allowance);
    try {
      return future.get(detector.calm().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      return lateResult(detector);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ClauseFailure failure) {
        throw failure;
      }
      throw new ClauseFailure("a thread of the check threw " + e.getCause(), e.getCause());
    }
  }

  private T lateResult(HangDetector detector) throws InterruptedException {
    while (!future.isDone()) {
      detector.lapOr("a thread hangs in %s", StackTraces.shortened(thread.getStackTrace()));
    }
    return result();
  }

  /**
   * Waits until the thread is parked in the call under check, or has been spinning there for a
   * while.
   */
  public void awaitBlocked() throws InterruptedException {
    HangDetector detector = new HangDetector(BLOCKING);
    int calm = 0;
    while (calm < 5 && !isDone() && detector.lap()) {
      Thread.sleep(2);
      calm = thread.getState() == Thread.State.RUNNABLE ? 0 : calm + 1;
    }
  }

  @Override
  public void close() {
    if (!thread.isAlive()) {
      return;
    }
    thread.interrupt();
    try {
      thread.join(2_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
