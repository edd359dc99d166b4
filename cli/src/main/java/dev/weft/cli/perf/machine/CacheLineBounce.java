package dev.weft.cli.perf.machine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Measures the transfer time of a cache line between two cores, the lower bound of every latency
 * between two threads. Two threads write alternately to two lines, as the two ends of a ring do;
 * the result is half of the round trip.
 *
 * <p>A virtual machine's cores may be rescheduled while a program runs, which changes this number
 * up to five-fold. Compare latencies of two runs only if it is the same.
 */
public final class CacheLineBounce {
  private static final VarHandle LINE = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int PING = 16;
  private static final int PONG = 48;
  private static final int LOOKS_BEFORE_YIELDING = 2_000;
  private static final int MAX_ROUNDS = 401;
  private static final int BOUNCES = 500;
  private static final long MAX_NANOS = 30_000_000;
  private static final long OVER = -1;

  private final long[] lines = new long[64];
  private double median;

  private CacheLineBounce() {}

  /**
   * Nanoseconds one way, the median of several short rounds; takes some milliseconds.
   *
   * @param pinned whether each thread stays on a processor of its own
   */
  public static double measure(boolean pinned) {
    CacheLineBounce bounce = new CacheLineBounce();
    Thread answering = start(pinned ? TwoProcessors::pinToSecond : () -> {}, bounce::answer);
    Thread asking = start(pinned ? TwoProcessors::pinToFirst : () -> {}, bounce::ask);
    join(asking);
    join(answering);
    return bounce.median;
  }

  private static Thread start(Runnable pin, Runnable task) {
    return Thread.ofPlatform()
        .daemon()
        .name("weft bounce")
        .start(
            () -> {
              pin.run();
              task.run();
            });
  }

  private void ask() {
    double[] halves = new double[MAX_ROUNDS];
    int rounds = 0;
    long end = System.nanoTime() + MAX_NANOS;
    do {
      long start = System.nanoTime();
      ask((long) rounds * BOUNCES);
      halves[rounds++] = (System.nanoTime() - start) / (2.0 * BOUNCES);
    } while (rounds < MAX_ROUNDS && System.nanoTime() - end < 0);
    LINE.setRelease(lines, PING, OVER);
    Arrays.sort(halves, 0, rounds);
    median = halves[rounds / 2];
  }

  private void ask(long done) {
    for (long turn = done + 1; turn <= done + BOUNCES; turn++) {
      LINE.setRelease(lines, PING, turn);
      awaitChangeAcquire(PONG, turn - 1);
    }
  }

  private void answer() {
    for (long turn = 0; turn != OVER; ) {
      turn = awaitChangeAcquire(PING, turn);
      LINE.setRelease(lines, PONG, turn);
    }
  }

  /** Pairs with the release store of the other thread, which may need this core. */
  private long awaitChangeAcquire(int line, long known) {
    for (int looks = 1; ; looks++) {
      long turn = (long) LINE.getAcquire(lines, line);
      if (turn != known) {
        return turn;
      }
      if (looks % LOOKS_BEFORE_YIELDING == 0) {
        Thread.yield();
      }
      Thread.onSpinWait();
    }
  }

  /** Waits for a thread that measures; an interrupt ends the wait. */
  static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
