package dev.weft.service;

import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread of the library that repeats a lap. Whatever a lap throws, {@link
 * OutOfMemoryError} included, is counted and logged, and the thread continues after a pause. It
 * ends when a lap returns false.
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

  /** One iteration of the thread. */
  public interface Lap {

    /** Runs one iteration; returns false to end the thread. */
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
