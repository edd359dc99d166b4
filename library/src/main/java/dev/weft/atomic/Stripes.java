package dev.weft.atomic;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Striped locks for elements that no instruction changes atomically; an element's address selects
 * its lock. Shared by the whole process, because one memory may be registered more than once. A
 * lock is held for one element by a thread that does nothing else meanwhile.
 */
final class Stripes {
  private static final int COUNT = 256;

  /** 32 bytes, the largest element, may share a lock. */
  private static final int ADDRESS_SHIFT = 5;

  /** Words between two locks: a cache line and the one fetched with it. */
  private static final int SPACING = 32;

  private static final int SPINS = 100;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(int[].class);

  private final int[] words = new int[COUNT * SPACING];

  /** Waits for the lock of an address; pairs with {@link #unlock}. */
  int lock(long address) {
    int word = ((int) (address >>> ADDRESS_SHIFT) & (COUNT - 1)) * SPACING;
    int attempts = 0;
    while (!WORD.compareAndSet(words, word, 0, 1)) {
      if (attempts++ < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield(); // the holder may need this processor
      }
    }
    return word;
  }

  void unlock(int word) {
    WORD.setRelease(words, word, 0);
  }
}
