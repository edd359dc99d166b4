package dev.weft.wait;

import java.util.concurrent.locks.LockSupport;

/** Puts the waiters of a {@link Notifier} to sleep and wakes them. Any thread may call. */
interface Parking extends AutoCloseable {

  /**
   * Parks the calling thread until it is chosen and {@link #unpark} follows, the deadline passes,
   * it is interrupted, or spuriously.
   *
   * @param deadline as of {@link Deadline}
   */
  void park(Waiter waiter, long deadline);

  /** Wakes a thread that was chosen, even if it is only about to park. */
  void unpark(Thread thread);

  /** A thread that parked here, or was about to, no longer waits. */
  default void onLeave() {}

  /** A waiter sleeps elsewhere and must also be notified of wake channels. */
  void keepWatch();

  /** No thread will park here any more. */
  @Override
  void close();

  /** Threads park and unpark directly, without a wake channel. */
  Parking PLAIN =
      new Parking() {
        @Override
        public void park(Waiter waiter, long deadline) {
          if (deadline == Deadline.FOREVER) {
            LockSupport.park(this);
          } else {
            LockSupport.parkNanos(this, Deadline.remaining(deadline));
          }
        }

        @Override
        public void unpark(Thread thread) {
          LockSupport.unpark(thread);
        }

        @Override
        public void keepWatch() {}

        @Override
        public void close() {}
      };
}
