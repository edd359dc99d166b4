package dev.weft.cli.perf;

import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.port.Opening;
import dev.weft.cli.perf.port.TestFabric;
import dev.weft.cli.perf.traffic.Payload;
import dev.weft.cli.perf.traffic.Worker;

/** Runs both ends of a row in this process, each on its own thread. */
final class LocalRun implements AutoCloseable {
  private final TestCase row;
  private final Worker client;
  private final Worker server;

  LocalRun(TestFabric testFabric, TestCase row, Payload sent, Payload arriving) {
    this.row = row;
    try (Opening opening = new Opening()) {
      client = new Worker(testFabric, row, sent);
      opening.ifFailed(client::close);
      server = new Worker(testFabric, row, arriving);
      opening.ifFailed(server::close);
      client.connect(server.name());
      server.connect(client.name());
      opening.done();
    }
  }

  /** Runs both ends; the first failure stops the other end too. */
  PerfResult run(double bounceNanos) {
    if (row.test() == PerfTest.ONE_THREAD) {
      client.leadWith(server);
    } else {
      onTwoThreads();
    }
    return client.report().with(server.report(), row, true, bounceNanos);
  }

  private void onTwoThreads() {
    Thread[] threads = new Thread[2];
    Runnable stopBoth =
        () -> {
          threads[0].interrupt();
          threads[1].interrupt();
        };
    threads[0] = client.leading(stopBoth);
    threads[1] = server.following(stopBoth);
    threads[1].start();
    threads[0].start();
    join(threads[0]);
    join(threads[1]);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new PerfFailure("Interrupted.", e);
    }
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
