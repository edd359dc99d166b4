package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.contenders.Conversation;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.cli.workload.Pinning;

/** Measures half round trips between two threads. Every returned number is checked. */
final class HalfRoundTrip {
  private static final long OVER = -1;
  private static final int SLICE_ROUND_TRIPS = 200;
  private static final int WARM_UP_ROUND_TRIPS = 200_000;

  private HalfRoundTrip() {}

  /**
   * Nanoseconds: the median of the slices' medians. Each round trip includes one {@code
   * System.nanoTime()}.
   *
   * @param processor where the answering thread runs; the asking one runs on 1
   */
  static double measure(String name, int processor, long nanos) throws Exception {
    Conversation conversation = Conversation.open(name);
    warmUp(conversation.asking(), conversation.answering());
    WarmUp.repeat(brief -> converse(conversation, processor, brief));
    double half = converse(conversation, processor, nanos);
    conversation.resource().close();
    return half;
  }

  private static double converse(Conversation conversation, int processor, long nanos)
      throws InterruptedException {
    Thread answering =
        Thread.ofPlatform().daemon().start(() -> answer(conversation.answering(), processor));
    Pinning.pinTo(1);
    double half = ask(conversation.asking(), nanos);
    answering.join();
    return half;
  }

  /**
   * Warms up in one thread, before two pinned threads leave the compiler no processor. That thread
   * never polls an empty queue, so two threads warm up further before the measurement.
   */
  private static void warmUp(Side asking, Side answering) {
    for (long value = 1; value <= WARM_UP_ROUND_TRIPS; value++) {
      asking.send(value);
      answering.send(answering.receive());
      check(value, asking.receive());
    }
  }

  /**
   * Measures for this long, then ends the other side; returns the median of the slices' medians.
   */
  static double ask(Side side, long nanos) {
    double median =
        Median.ofSlices(nanos, slice -> slice(side, 1 + (long) slice * SLICE_ROUND_TRIPS));
    side.send(OVER);
    return median;
  }

  /** Measures for this long; the mean, without a look at the clock in each round trip. */
  static double meanOf(Side side, long nanos) {
    long trips = 0;
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      for (int i = 0; i < SLICE_ROUND_TRIPS; i++) {
        side.send(++trips);
        check(trips, side.receive());
      }
    }
    return (System.nanoTime() - start) / 2.0 / trips;
  }

  private static double slice(Side side, long first) {
    double[] halves = new double[SLICE_ROUND_TRIPS];
    for (int i = 0; i < SLICE_ROUND_TRIPS; i++) {
      long start = System.nanoTime();
      side.send(first + i);
      long answer = side.receive();
      halves[i] = (System.nanoTime() - start) / 2.0;
      check(first + i, answer);
    }
    return Median.of(halves);
  }

  private static void check(long expected, long answer) {
    if (answer != expected) {
      throw new IllegalStateException("answer=" + answer + ", expected " + expected);
    }
  }

  private static void answer(Side side, int processor) {
    Pinning.pinTo(processor);
    for (long value = side.receive(); value != OVER; value = side.receive()) {
      side.send(value);
    }
  }
}
