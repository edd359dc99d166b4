package dev.weft.provider.verbs.threads;

import java.util.concurrent.atomic.AtomicInteger;

/** How many places of a queue may be in use at most. */
final class Places {
  private final int all;
  private final AtomicInteger used = new AtomicInteger();
  private final AtomicInteger excesses = new AtomicInteger();

  Places(int all) {
    this.all = all;
  }

  /** Takes places if there are as many. */
  boolean tryTake(int count) {
    if (used.addAndGet(count) <= all) {
      return true;
    }
    used.addAndGet(-count);
    return false;
  }

  /** Takes places, whether or not there are as many; whether there certainly were. */
  boolean take(int count) {
    boolean fits = used.addAndGet(count) <= all;
    if (!fits) {
      excesses.incrementAndGet();
    }
    return fits;
  }

  /** How often more was taken than there is: such a thread may fill places of another one. */
  int excesses() {
    return excesses.get();
  }

  void giveBack(int count) {
    used.addAndGet(-count);
  }
}
