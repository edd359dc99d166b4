package dev.weft.conformance;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A part of a check that runs in a thread of its own, always waited for within a bound. */
public final class Task<T> implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final FutureTask<T> future;
  private final Thread thread;

  Task(String name, Callable<T> part) {
    future = new FutureTask<>(part);
    thread = Thread.ofPlatform().daemon().name("conformance " + name + " helper").start(future);
  }

  /** The thread, to interrupt it or to look at its state. */
  public Thread thread() {
    return thread;
  }

  /** Whether the part has ended. */
  public boolean isDone() {
    return future.isDone();
  }

  /** The part's result; a failure if it throws or does not end. */
  public T result() throws InterruptedException {
    return result(PATIENCE);
  }

  /** The part's result; a failure if it throws or does not end within this time. */
  public T result(Duration patience) throws InterruptedException {
    try {
      return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ClauseFailure(
          "a thread is still blocked after %d ms: %s"
              .formatted(patience.toMillis(), StackTraces.shortened(thread.getStackTrace())));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ClauseFailure failure) {
        throw failure;
      }
      throw new ClauseFailure("a thread of the check threw " + e.getCause(), e.getCause());
    }
  }

  /** Waits until the thread sleeps in the call under check, or a short while has passed. */
  public void awaitBlocked() throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofMillis(500).toNanos();
    int calm = 0;
    while (calm < 5 && !isDone() && System.nanoTime() < deadline) {
      Thread.sleep(5);
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
