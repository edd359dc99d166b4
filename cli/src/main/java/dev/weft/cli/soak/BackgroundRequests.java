package dev.weft.cli.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@link NumberedRequests} between two processes of which none dies, without haste. */
final class BackgroundRequests implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final NumberedRequests requests;
  private final StopCondition goal;
  private Thread thread;

  BackgroundRequests(String fabric, StopCondition goal) {
    this.goal = goal;
    this.requests = NumberedRequests.towardsTheLiving(fabric);
  }

  /** What the peer has to know. */
  String name() {
    return requests.name();
  }

  /** Begins, once the peer has done the same. */
  void begin(String peer) {
    requests.meet(peer);
    thread = Thread.ofPlatform().daemon().start(this::run);
  }

  private void run() {
    try {
      while (!goal.isReached()) {
        requests.post();
        requests.take();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException e) {
      goal.fail(e);
    }
  }

  /** How many messages have come, each once. */
  long arrived() {
    return requests.arrived();
  }

  /** Ends the thread; the queue pair goes on answering the peer. */
  void stop() throws InterruptedException {
    goal.reach();
    thread.interrupt();
    thread.join();
  }

  @Override
  public void close() {
    requests.close();
  }

  /** The other process: says where it is, is told the peer, and goes on until it is told to end. */
  static void runAsPeer(String fabric) throws IOException, InterruptedException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    StopCondition goal = new StopCondition(Long.MAX_VALUE);
    try (BackgroundRequests side = new BackgroundRequests(fabric, goal)) {
      System.out.println(side.name());
      side.begin(input.readLine());
      input.readLine();
      side.stop();
      Throwable failure = goal.failure();
      System.out.println(failure == null ? PairPeer.GOOD : failure.getMessage());
    }
  }
}
