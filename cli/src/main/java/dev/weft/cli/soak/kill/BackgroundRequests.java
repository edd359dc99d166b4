package dev.weft.cli.soak.kill;

import dev.weft.cli.process.WeftProcess;
import dev.weft.cli.soak.phase.PairPeer;
import dev.weft.cli.soak.traffic.NumberedRequests;
import dev.weft.cli.soak.traffic.SoakPeer;
import dev.weft.cli.soak.traffic.StopCondition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@link NumberedRequests} at a low rate between two processes that are not killed. */
public final class BackgroundRequests implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final NumberedRequests requests;
  private final StopCondition goal;
  private Thread thread;

  BackgroundRequests(String fabric, StopCondition goal) {
    this.goal = goal;
    this.requests = NumberedRequests.toLastingPeer(fabric);
  }

  /** The address data that the peer needs. */
  String name() {
    return requests.name();
  }

  /** Starts; the peer must do the same. */
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

  /** The number of distinct messages that arrived. */
  long arrived() {
    return requests.arrived();
  }

  /** Ends the thread; the queue pair continues to answer the peer. */
  void stop() throws InterruptedException {
    goal.reach();
    thread.interrupt();
    thread.join();
  }

  @Override
  public void close() {
    requests.close();
  }

  /** Starts the other process. */
  static WeftProcess start(String fabric) {
    return WeftProcess.start(BackgroundRequests.class, List.of(), List.of(fabric));
  }

  /** The other process; its argument is the fabric. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    SoakPeer.run(() -> runAsPeer(arguments[0]));
  }

  /** Prints its address, reads the peer's, and continues until its input ends. */
  private static void runAsPeer(String fabric) throws IOException, InterruptedException {
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
