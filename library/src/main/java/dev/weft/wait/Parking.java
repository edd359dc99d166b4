package dev.weft.wait;

import java.util.concurrent.locks.LockSupport;

/** Where the sleepers of a {@link Notifier} sleep, and how they are woken. Any thread may call. */
interface Parking extends AutoCloseable {

  /**
   * Puts the calling thread to sleep until it is chosen and {@link #unpark} follows, the deadline
   * passes, it is interrupted, or for no reason.
   *
   * @param deadline as of {@link Deadline}
   */
  void park(Waiter waiter, long deadline);

  /** Wakes a thread that has been chosen, now or when it is about to sleep. */
  void unpark(Thread thread);

  /** A thread that slept here, or was about to, waits no longer. */
  default void onLeave() {}

  /** Somebody waits who does not sleep here, and hears of what happens all the same. */
  void keepWatch();

  /** Nobody will sleep here any more. */
  @Override
  void close();

  /** Threads sleep by themselves; whoever has something for them knows them. */
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
