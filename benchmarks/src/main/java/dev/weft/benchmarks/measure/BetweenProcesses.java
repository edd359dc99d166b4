package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.between.Ends;
import dev.weft.benchmarks.between.Meeting;
import dev.weft.benchmarks.between.TemporaryFolder;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.cli.process.WeftProcess;
import dev.weft.cli.workload.Pinning;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Starts the other process, measures with it, and ends it. */
final class BetweenProcesses {
  private static final long LARGE = 1 << 20;

  private BetweenProcesses() {}

  /**
   * One figure: nanoseconds for {@code half}, {@code ping-pong} and {@code wakeup}, millions a
   * second for {@code rate} and {@code remote}, gigabytes a second for {@code large} and {@code
   * large-ping-pong}.
   *
   * @param processor where the other process runs; this one runs on 1
   */
  static double measure(String what, String name, int processor, long nanos) throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.createInSharedMemory();
        WeftProcess _ = start(what, name, folder.path(), processor)) {
      Side side = Ends.open(name, new Meeting(folder.path(), true));
      Pinning.pinTo(1);
      return switch (what) {
        case "half" -> half(side, nanos);
        case "ping-pong" -> mean(side, nanos);
        case "large-ping-pong" -> LARGE / mean(side, nanos);
        case "wakeup" -> wakeUp(side, nanos);
        case "rate" -> numbersPerNano(side, nanos, 20_000) * 1_000;
        case "large" -> numbersPerNano(side, nanos, 40) * LARGE;
        case "remote" -> RemoteRate.measure(side, nanos);
        default -> throw new IllegalArgumentException("what=" + what);
      };
    }
  }

  private static WeftProcess start(String what, String name, Path folder, int processor) {
    return WeftProcess.start(
        OtherProcess.class,
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        List.of(what, name, folder.toString(), Integer.toString(processor)));
  }

  private static double half(Side side, long nanos) throws Exception {
    warmUp(number -> echo(side, number));
    return HalfRoundTrip.ask(side, nanos);
  }

  private static double mean(Side side, long nanos) throws Exception {
    warmUp(number -> echo(side, number));
    return HalfRoundTrip.meanOf(side, nanos);
  }

  private static void echo(Side side, long number) {
    side.send(number);
    side.receive();
  }

  private static double wakeUp(Side side, long nanos) {
    for (int i = 0; i < WakeUp.TIMES_TO_WARM_UP; i++) {
      side.receive();
    }
    int times = WakeUp.timesIn(nanos);
    double[] latencies = new double[times];
    for (int i = 0; i < times; i++) {
      long sent = side.receive();
      latencies[i] = System.nanoTime() - sent;
    }
    return Median.ofSecondHalf(latencies);
  }

  /** The median of slices of this many numbers each, without the first half. */
  private static double numbersPerNano(Side side, long nanos, int slice) throws Exception {
    long first = warmUp(number -> check(number, side.receive())) + 1;
    return Median.ofSlices(
        nanos, number -> slice / receive(side, first + (long) number * slice, slice));
  }

  /** Warms up an operation with the numbers from 1 on; returns the last. */
  private static long warmUp(LongConsumer operation) throws Exception {
    long[] last = new long[1];
    WarmUp.repeat(
        nanos -> {
          long start = System.nanoTime();
          while (System.nanoTime() - start < nanos) {
            operation.accept(++last[0]);
          }
        });
    return last[0];
  }

  /** Receives this many numbers; returns the nanoseconds that it took. */
  private static double receive(Side side, long first, int count) {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      check(first + i, side.receive());
    }
    return System.nanoTime() - start;
  }

  private static void check(long expected, long number) {
    if (number != expected) {
      throw new IllegalStateException("number=" + number + ", expected " + expected);
    }
  }
}
