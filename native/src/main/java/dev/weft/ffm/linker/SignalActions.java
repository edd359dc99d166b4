package dev.weft.ffm.linker;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Keeps the JVM's signal actions while libfabric sets up objects. The JVM uses SIGSEGV for null
 * checks and safepoints. Providers install handlers of their own: psm when it is loaded, shm when
 * an endpoint is opened. Those end the process, or remove the shared memory, at the next null check
 * that fails, or the next collection beside a busy thread.
 *
 * <p>Every call that may install a handler runs in {@link #keep}, on one thread, to which a {@link
 * SignalFilter} refuses that. Where the kernel does not allow the filter, the actions are saved
 * before the call and restored after it: during the call a signal can then meet the wrong handler.
 */
public final class SignalActions {
  /** SIGHUP, INT, QUIT, ILL, TRAP, BUS, FPE, SEGV, PIPE, TERM and XFSZ: what the JVM handles. */
  private static final int[] NUMBERS = {1, 2, 3, 4, 5, 7, 8, 11, 13, 15, 25};

  /** At least {@code sizeof(struct sigaction)}. */
  private static final long ACTION_BYTES = 256;

  private static final long SIGACTION = Libc.function("sigaction");
  private static final MemorySegment SAVED =
      Arena.global().allocate(NUMBERS.length * ACTION_BYTES, Long.BYTES);

  private static final ExecutorService SETUP =
      Executors.newSingleThreadExecutor(SignalActions::setupThread);

  private static volatile Thread thread;
  private static volatile boolean filtered;

  private SignalActions() {}

  private static Thread setupThread(Runnable calls) {
    return Thread.ofPlatform()
        .daemon()
        .name("weft-libfabric-setup")
        .unstarted(
            () -> {
              thread = Thread.currentThread();
              filtered = SignalFilter.install();
              calls.run();
            });
  }

  /**
   * Runs {@code call}, one at a time; meanwhile and afterwards every signal has the action that it
   * had before. Waits for the end of the call, also if the calling thread is interrupted.
   *
   * @param call must not use memory that only the calling thread may access
   */
  public static <T> T keep(Supplier<T> call) {
    if (Thread.currentThread().equals(thread)) {
      return call.get();
    }
    try {
      return CompletableFuture.supplyAsync(() -> keepHere(call), SETUP).join();
    } catch (CompletionException failed) {
      throw unchecked(failed.getCause());
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  private static <T> T keepHere(Supplier<T> call) {
    if (filtered) {
      return call.get();
    }
    save();
    try {
      return call.get();
    } finally {
      restore();
    }
  }

  /** Whether the kernel refuses handlers of libfabric. */
  static boolean isFiltered() {
    return keep(() -> filtered);
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
