package dev.weft.benchmarks.contenders;

import java.util.concurrent.locks.LockSupport;

/** The baseline of waiting and waking: one word, {@code park} and {@code unpark}. */
final class ParkHandover implements Handover {
  private volatile long value;
  private volatile Thread sleeper;
  private long sum;

  @Override
  public boolean send(long next) {
    if (value != 0) {
      return false;
    }
    value = next;
    Thread thread = sleeper;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
    return true;
  }

  @Override
  public int receive() {
    long received = value;
    if (received == 0) {
      return 0;
    }
    value = 0;
    sum += 6 * received;
    return 1;
  }

  @Override
  public long sum() {
    return sum;
  }

  @Override
  public void idle() {
    sleeper = Thread.currentThread();
    while (value == 0) {
      LockSupport.park(this);
    }
    sleeper = null;
  }
}
