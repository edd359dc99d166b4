package dev.weft.cli.perf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * How long one cache line takes from one core to the other: the floor under every latency between
 * two threads. Two threads write their turns into two lines, as the two ends of a ring do; the
 * figure is half of the round trip.
 *
 * <p>A virtual machine's cores may change places while a program runs, and this number changes
 * five-fold with them. Latencies of two runs compare only where it is the same.
 */
public final class CacheLineBounce {
  private static final VarHandle LINE = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int PING = 16;
  private static final int PONG = 48;
  private static final int ROUNDS = 15;
  private static final int BOUNCES = 2_000;

  private final long[] lines = new long[64];

  private CacheLineBounce() {}

  /** Nanoseconds for one way, the median of several short rounds; takes some milliseconds. */
  public static double measure() {
    return new CacheLineBounce().median();
  }

  private double median() {
    long last = (long) ROUNDS * BOUNCES;
    Thread pong = Thread.ofPlatform().daemon().name("weft bounce").start(() -> answer(last));
    double[] halves = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      ask((long) round * BOUNCES);
      halves[round] = (System.nanoTime() - start) / (2.0 * BOUNCES);
    }
    join(pong);
    Arrays.sort(halves);
    return halves[ROUNDS / 2];
  }

  private void ask(long done) {
    for (long turn = done + 1; turn <= done + BOUNCES; turn++) {
      LINE.setRelease(lines, PING, turn);
      awaitAcquire(PONG, turn);
    }
  }

  private void answer(long last) {
    for (long turn = 1; turn <= last; turn++) {
      awaitAcquire(PING, turn);
      LINE.setRelease(lines, PONG, turn);
    }
  }

  /** Pairs with the release store of the other thread. */
  private void awaitAcquire(int line, long turn) {
    while ((long) LINE.getAcquire(lines, line) < turn) {
      Thread.onSpinWait();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
