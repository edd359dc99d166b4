package dev.weft.wait;

import java.util.HashSet;
import java.util.Set;

/** Parks without spurious wake-ups: a thread that is never unparked stays parked for ever. */
final class StrictParking implements Parking {
  private final Set<Thread> permits = new HashSet<>();

  @Override
  public void park(Waiter waiter, long deadline) {
    while (!takePermit(Thread.currentThread())) {
      Thread.onSpinWait();
    }
  }

  private synchronized boolean takePermit(Thread thread) {
    return permits.remove(thread);
  }

  @Override
  public synchronized void unpark(Thread thread) {
    permits.add(thread);
  }

  @Override
  public void keepWatch() {}

  @Override
  public void close() {}
}
