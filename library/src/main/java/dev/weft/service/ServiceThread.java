package dev.weft.service;

import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread of the library. Whatever its laps throw, {@link OutOfMemoryError} included, is
 * counted and logged, and the thread goes on after a pause; it ends when a lap says so.
 */
public final class ServiceThread {
  private final FailureLog failures;
  private final Lap lap;
  private final Thread thread;
  private boolean ended;

  private final ServiceTask nextLap =
      new ServiceTask() {
        @Override
        protected void work() throws Exception {
          ended = !lap.run();
        }
      };

  /** What the thread does again and again. */
  public interface Lap {

    /** Does it once; false where the thread is to end. */
    boolean run() throws Exception;
  }

  private ServiceThread(String name, FailureLog failures, Lap lap) {
    this.failures = failures;
    this.lap = lap;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  /** Starts a thread. */
  public static ServiceThread start(String name, FailureLog failures, Lap lap) {
    ServiceThread started = new ServiceThread(name, failures, lap);
    started.thread.start();
    return started;
  }

  private void run() {
    while (!ended) {
      if (!nextLap.attempt(failures)) {
        LockSupport.parkNanos(nextLap.pauseNanos());
      }
    }
  }

  /** Waits until the thread has ended. */
  public void join() throws InterruptedException {
    thread.join();
  }
}
