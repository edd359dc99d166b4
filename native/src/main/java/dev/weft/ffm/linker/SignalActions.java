package dev.weft.ffm.linker;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Keeps the JVM's signal actions while libfabric sets up objects. The JVM uses SIGSEGV for null
 * checks and safepoints. Providers install handlers of their own: psm when it is loaded, shm when
 * an endpoint is opened. Those end the process, or remove the shared memory, at the first null
 * check that fails.
 *
 * <p>Every call that may install a handler runs in {@link #keep}, one at a time: it saves all
 * actions of the JVM before the call and restores them after it. During the call a signal can still
 * meet the wrong handler.
 */
public final class SignalActions {
  /** SIGHUP, INT, QUIT, ILL, TRAP, BUS, FPE, SEGV, PIPE, TERM and XFSZ: what the JVM handles. */
  private static final int[] NUMBERS = {1, 2, 3, 4, 5, 7, 8, 11, 13, 15, 25};

  /** At least {@code sizeof(struct sigaction)}. */
  private static final long ACTION_BYTES = 256;

  private static final long SIGACTION = Libc.function("sigaction");
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final MemorySegment SAVED =
      Arena.global().allocate(NUMBERS.length * ACTION_BYTES, Long.BYTES);

  private SignalActions() {}

  /** Runs {@code call}; afterwards every signal has the action that it had before. */
  public static <T> T keep(Supplier<T> call) {
    LOCK.lock();
    try {
      if (LOCK.getHoldCount() > 1) {
        return call.get();
      }
      save();
      try {
        return call.get();
      } finally {
        restore();
      }
    } finally {
      LOCK.unlock();
    }
  }

  private static void save() {
    for (int index = 0; index < NUMBERS.length; index++) {
      Downcalls.call(SIGACTION, NUMBERS[index], 0, address(index));
    }
  }

  private static void restore() {
    for (int index = 0; index < NUMBERS.length; index++) {
      Downcalls.call(SIGACTION, NUMBERS[index], address(index), 0);
    }
  }

  private static long address(int index) {
    return SAVED.address() + index * ACTION_BYTES;
  }
}
