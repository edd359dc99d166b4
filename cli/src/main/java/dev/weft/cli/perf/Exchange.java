package dev.weft.cli.perf;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricInfo;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Opens two ends, lets them run one test for one message size, and adds up what they saw. */
final class Exchange implements AutoCloseable {
  private static final int MOST_SLOTS = 256;
  private static final int FEWEST_SLOTS = 4;
  private static final long BUFFER_BYTES = 4L << 20;
  private static final int SPARE = 16;

  private final PerfPlan plan;
  private final PerfTest test;
  private final int size;
  private final int slots;
  private final Side client;
  private final Side server;
  private final Tally tally = new Tally();
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private long allocated;

  Exchange(PerfPlan plan, Fabric fabric, FabricInfo info, PerfTest test, int size) {
    this.plan = plan;
    this.test = test;
    this.size = size;
    this.slots = test.isPingPong() ? PingPong.SLOTS : slots(info, size);
    this.client = new Side(fabric, info, plan, slots + SPARE);
    this.server = new Side(fabric, info, plan, slots + SPARE);
    client.connect(server);
    server.connect(client);
  }

  /** As many as fit the caches, within what the fabric takes. */
  private static int slots(FabricInfo info, int size) {
    long fitting = Math.clamp(BUFFER_BYTES / Math.max(1, size), FEWEST_SLOTS, MOST_SLOTS);
    return (int) Math.min(fitting, limit(info.transmit().size(), info.receive().size()));
  }

  private static long limit(long transmit, long receive) {
    long known = Math.min(positive(transmit), positive(receive));
    return Math.max(FEWEST_SLOTS, known - SPARE);
  }

  private static long positive(long limit) {
    return limit > 0 ? limit : Long.MAX_VALUE;
  }

  /** Runs for this long. */
  PerfResult run(Duration duration, double bounceNanos) {
    FilePayload file = test == PerfTest.FILE ? FilePayload.of(plan.payload(), size) : null;
    Payload payload = file == null ? new PatternPayload(size, slots) : file;
    switch (test) {
      case ONE_THREAD -> oneThread(payload, duration);
      case PING_PONG -> pingPong(payload, duration);
      case STREAM -> stream(payload, Rounds.during(duration), false);
      case BANDWIDTH -> stream(payload, Rounds.bursts(duration, slots), true);
      case FILE -> stream(payload, Rounds.exactly(file.messages(), slots), true);
    }
    return result(bounceNanos, file);
  }

  private void oneThread(Payload payload, Duration duration) {
    PingPong asking = new PingPong(client, payload, size, tally);
    PingPong answering = new PingPong(server, payload, size, tally);
    guarded(() -> PingPong.onOneThread(asking, answering, Rounds.during(duration)), () -> {});
  }

  private void pingPong(Payload payload, Duration duration) {
    PingPong asking = new PingPong(client, payload, size, tally);
    PingPong answering = new PingPong(server, payload, size, tally);
    bothThreads(() -> asking.ask(Rounds.during(duration)), answering::answer);
  }

  private void stream(Payload payload, Rounds rounds, boolean checksLater) {
    Stream.Sender sender = new Stream.Sender(client, payload, size, slots);
    Stream.Receiver receiver =
        new Stream.Receiver(server, payload, size, slots + 1, checksLater, tally);
    bothThreads(() -> sender.run(rounds), receiver::run);
  }

  private void bothThreads(Runnable clientTask, Runnable serverTask) {
    Thread[] threads = new Thread[2];
    Runnable stopBoth =
        () -> {
          threads[0].interrupt();
          threads[1].interrupt();
        };
    threads[0] = plan.waitMode().newThread("weft client", () -> guarded(clientTask, stopBoth));
    threads[1] = plan.waitMode().newThread("weft server", () -> guarded(serverTask, stopBoth));
    threads[1].start();
    threads[0].start();
    join(threads[0]);
    join(threads[1]);
  }

  /** Runs a side; the first failure stops the other side too. */
  private void guarded(Runnable task, Runnable stopBoth) {
    AllocationMeter meter = AllocationMeter.start();
    try {
      task.run();
    } catch (RuntimeException e) {
      if (failure.compareAndSet(null, e)) {
        stopBoth.run();
      }
    }
    addAllocated(meter);
  }

  private synchronized void addAllocated(AllocationMeter meter) {
    long bytes = meter.bytes();
    allocated = meter.wholeProcess() ? Math.max(allocated, bytes) : allocated + bytes;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new PerfFailure("Interrupted.", e);
    }
  }

  private PerfResult result(double bounceNanos, FilePayload file) {
    RuntimeException failed = failure.get();
    if (failed != null && !(failed instanceof PerfFailure)) {
      throw failed;
    }
    return new PerfResult(
        test,
        size,
        tally.traffic(),
        new PerfResult.Completions(
            client.posted() + server.posted(),
            client.seen() + server.seen(),
            client.duplicated() + server.duplicated()),
        allocated,
        bounceNanos,
        file == null ? PerfResult.Digests.NONE : file.digests(),
        failed == null ? "" : failed.getMessage());
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
