package dev.weft.cli.soak;

import dev.weft.cli.process.WeftProcess;
import dev.weft.fabric.poll.WaitObject;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Exchanges messages and requests between this process and two others that are never killed; none
 * of these may be lost, duplicated, or fail.
 */
final class Bystanders implements AutoCloseable {
  private static final int WINDOW = 8;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LOOK_MILLIS = 50;
  private static final long STRANDED_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final StopCondition goal = new StopCondition(Long.MAX_VALUE);
  private final WeftProcess follower;
  private final WeftProcess requester;
  private final PairSide leader;
  private final BackgroundRequests requests;
  private final Thread thread;

  /** Starts all processes and their traffic. */
  Bystanders(String fabric) {
    WaitObject wait = WaitObject.UNSPEC;
    follower = start("pair", fabric, wait.name(), "false", "" + WINDOW, "" + Long.MAX_VALUE);
    requester = start("requests", fabric);
    SoakPort port = new SoakPort(fabric, "leader", "follower", wait);
    leader = new PairSide(port, WINDOW, goal, PAUSE_NANOS);
    requests = new BackgroundRequests(fabric, goal);
    require(follower.readLine(), PairPeer.READY);
    thread = Thread.ofPlatform().daemon().start(leader);
    String peer = requester.readLine();
    requester.println(requests.name());
    requests.begin(peer);
  }

  private static WeftProcess start(String... arguments) {
    return WeftProcess.start(SoakPeer.class, List.of(), List.of(arguments));
  }

  private static void require(String line, String expected) {
    if (!expected.equals(line)) {
      throw new SoakFailure("a bystander says: " + line);
    }
  }

  /** The first failure, or null. */
  Throwable failure() {
    return goal.failure();
  }

  /** Stops all traffic; returns a summary. */
  String stop() throws InterruptedException {
    goal.reach();
    requests.stop();
    long start = System.nanoTime();
    while (thread.isAlive()) {
      leader.wake();
      thread.join(LOOK_MILLIS);
      if (System.nanoTime() - start > STRANDED_NANOS) {
        throw new SoakFailure("the bystander is stranded: " + leader);
      }
    }
    for (WeftProcess neighbour : List.of(follower, requester)) {
      neighbour.println(PairPeer.STOP);
      require(neighbour.readLine(), PairPeer.GOOD);
    }
    return "bystanders exchanged %,d messages, and %,d amid other requests"
        .formatted(leader.completions() / 2, requests.arrived());
  }

  @Override
  public void close() {
    leader.close();
    requests.close();
    follower.close();
    requester.close();
  }
}
