package dev.weft.ffm.ibverbs.object;

import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * Numbers for objects that C reports events about; C keeps the number as the object's context. A
 * look-up allocates nothing. Any thread may call.
 */
final class Slots {
  private static final int INITIAL_ROOM = 8;

  private volatile IbvEventSource[] slots = new IbvEventSource[INITIAL_ROOM];

  /** The numbers that are taken; the objects of some may not exist yet. */
  private boolean[] taken = new boolean[INITIAL_ROOM];

  Slots() {}

  /** Makes an object with a number of its own; it tells events from then on. */
  <T extends IbvEventSource> T filling(LongFunction<T> make) {
    long number = take();
    T made = null;
    try {
      made = make.apply(number);
    } finally {
      set(number, made);
    }
    return IbvObject.keepReachable(made);
  }

  /** A free number, 1 or more. */
  private synchronized long take() {
    int free = 0;
    while (free < taken.length && taken[free]) {
      free++;
    }
    if (free == taken.length) {
      taken = Arrays.copyOf(taken, free * 2);
      slots = Arrays.copyOf(slots, free * 2);
    }
    taken[free] = true;
    return free + 1L;
  }

  /** Sets the object of a number; null gives the number back. */
  synchronized void set(long number, IbvEventSource object) {
    IbvEventSource[] changed = slots.clone();
    changed[(int) number - 1] = object;
    slots = changed;
    taken[(int) number - 1] = object != null;
  }

  /** The object of a number that C has reported; null if it does not exist yet. */
  IbvEventSource get(long number) {
    IbvEventSource[] known = slots;
    return number > 0 && number <= known.length ? known[(int) number - 1] : null;
  }
}
