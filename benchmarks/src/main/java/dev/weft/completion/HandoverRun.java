package dev.weft.completion;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Measures one queue, alone in its JVM, so that the compiler sees one implementation only. Started
 * by {@link HandoverComparison}; prints one line of figures.
 */
final class HandoverRun {
  private static final int SLICE_RECORDS = 100_000;
  private static final int SLICE_ROUND_TRIPS = 2_000;
  private static final int PAUSE = 1 << 16;

  private HandoverRun() {}

  /** Arguments: queue, number of writers, many or one (which queue to open), seconds. */
  public static void main(String[] arguments) throws InterruptedException {
    String name = arguments[0];
    int writers = Integer.parseInt(arguments[1]);
    boolean many = arguments[2].equals("many");
    long nanos = (long) (Double.parseDouble(arguments[3]) * 1e9);
    boolean sleeps = name.equals("park") || name.equals("weft-sleep");
    warmUp(Handover.open(name, many), sleeps ? 1 : Handover.BATCH);
    double bounceBefore = bounce();
    double rate = sleeps ? 0 : throughput(Handover.open(name, many), writers, nanos);
    int partner = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 0;
    double[] halves =
        pingPong(Handover.open(name, many), Handover.open(name, many), partner, sleeps, nanos);
    System.out.printf(
        "%s %.2f %.1f %.1f %.1f %.1f%n",
        name, rate, percentile(halves, 10), percentile(halves, 50), bounceBefore, bounce());
  }

  /** By one thread, before two that are pinned leave the compiler no processor. */
  private static void warmUp(Handover queue, int batch) {
    for (int round = 0; round < 2_000_000 / batch; round++) {
      for (int i = 0; i < batch; i++) {
        sendAll(queue, round + 1);
      }
      for (int left = batch; left > 0; ) {
        left -= queue.receive();
      }
    }
  }

  /** Millions of records a second, of the best quarter of the slices. */
  private static double throughput(Handover queue, int writers, long nanos)
      throws InterruptedException {
    Thread[] threads = new Thread[writers];
    for (int i = 0; i < writers; i++) {
      threads[i] = Thread.ofPlatform().daemon().start(() -> sendUntilInterrupted(queue));
    }
    Pinning.pinTo(1);
    double[] rates = new double[100_000];
    int slices = 0;
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end && slices < rates.length) {
      rates[slices++] = SLICE_RECORDS * 1e3 / receive(queue, SLICE_RECORDS);
    }
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join();
    }
    return percentile(Arrays.copyOfRange(rates, slices / 2, slices), 75);
  }

  private static void sendUntilInterrupted(Handover queue) {
    Pinning.pinTo(0);
    long value = 1;
    while (!Thread.currentThread().isInterrupted()) {
      for (int i = 0; i < 1_000; i++) {
        if (queue.send(value)) {
          value++;
        }
      }
    }
  }

  private static long receive(Handover queue, int records) {
    long start = System.nanoTime();
    for (int left = records; left > 0; ) {
      left -= queue.receive();
    }
    return System.nanoTime() - start;
  }

  /** Half round trips in nanoseconds, one median for each slice; both sums are checked. */
  private static double[] pingPong(
      Handover ping, Handover pong, int partner, boolean sleeps, long nanos)
      throws InterruptedException {
    Thread echo = Thread.ofPlatform().daemon().start(() -> echo(ping, pong, partner, sleeps));
    Pinning.pinTo(1);
    double[] medians = new double[100_000];
    int slices = 0;
    long value = 1;
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end && slices < medians.length) {
      double[] trips = new double[sleeps ? SLICE_ROUND_TRIPS / 20 : SLICE_ROUND_TRIPS];
      for (int i = 0; i < trips.length; i++) {
        long start = System.nanoTime();
        roundTrip(ping, pong, value++, sleeps);
        trips[i] = (System.nanoTime() - start) / 2.0;
      }
      medians[slices++] = percentile(trips, 50);
    }
    roundTrip(ping, pong, -1, sleeps);
    echo.join();
    if (ping.sum() != pong.sum()) {
      throw new IllegalStateException("sums=" + ping.sum() + " and " + pong.sum());
    }
    return Arrays.copyOfRange(medians, slices / 2, slices);
  }

  private static void roundTrip(Handover ping, Handover pong, long value, boolean sleeps) {
    sendAll(ping, value);
    awaitOne(pong, sleeps);
  }

  private static void echo(Handover ping, Handover pong, int processor, boolean sleeps) {
    Pinning.pinTo(processor);
    for (long value = 1, before = 0; ; value++) {
      awaitOne(ping, sleeps);
      long received = (ping.sum() - before) / 6;
      before = ping.sum();
      sendAll(pong, received);
      if (received == -1) {
        return;
      }
    }
  }

  private static void sendAll(Handover queue, long value) {
    while (!queue.send(value)) {
      Thread.onSpinWait();
    }
  }

  private static void awaitOne(Handover queue, boolean sleeps) {
    while (queue.receive() == 0) {
      if (sleeps) {
        queue.sleep();
      }
    }
  }

  /** Half a round trip of one cache line between the two processors, the machine's own limit. */
  static double bounce() throws InterruptedException {
    AtomicLongArray line = new AtomicLongArray(PAUSE);
    AtomicLong last = new AtomicLong(60_000);
    Thread other =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  Pinning.pinTo(0);
                  for (long turn = 1; turn < last.get(); turn += 2) {
                    awaitTurn(line, turn);
                    line.set(64, turn + 1);
                  }
                });
    Pinning.pinTo(1);
    double[] halves = new double[(int) last.get() / 2];
    for (int i = 0; i < halves.length; i++) {
      long start = System.nanoTime();
      line.set(64, 2L * i + 1);
      awaitTurn(line, 2L * i + 2);
      halves[i] = (System.nanoTime() - start) / 2.0;
    }
    other.join();
    return percentile(halves, 50);
  }

  private static void awaitTurn(AtomicLongArray line, long turn) {
    while (line.get(64) != turn) {
      // the whole point is to see the line move
    }
  }

  private static double percentile(double[] values, int percent) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0 ? Double.NaN : sorted[(sorted.length - 1) * percent / 100];
  }
}
