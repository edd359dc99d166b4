package dev.weft.cli.soak;

import dev.weft.cli.process.WeftProcess;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Exchanges messages and requests between this process and two others that are never killed; none
 * of these may be lost, duplicated, or fail.
 */
final class Bystanders implements AutoCloseable {
  private static final int WINDOW = 8;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final StopCondition goal = new StopCondition(Long.MAX_VALUE);
  private final WeftProcess follower;
  private final WeftProcess requester;
  private final SoakTeam leader;
  private final BackgroundRequests requests;

  /** Starts all processes and their traffic. */
  Bystanders(String fabric) {
    SoakPhase phase = SoakPhase.pair("bystanders", SoakRest.PARK, false, 0);
    follower = start(PairPeer.arguments(fabric, phase, WINDOW, Long.MAX_VALUE));
    requester = start(List.of("requests", fabric));
    SoakSide side = PairPeer.leader(fabric, phase.rest(), WINDOW, Long.MAX_VALUE);
    leader = new SoakTeam(side, phase, goal, PAUSE_NANOS);
    requests = new BackgroundRequests(fabric, goal);
    PairPeer.require(PairPeer.READY, follower);
    leader.start();
    String peer = requester.readLine();
    requester.println(requests.name());
    requests.begin(peer);
  }

  private static WeftProcess start(List<String> arguments) {
    return WeftProcess.start(SoakPeer.class, List.of(), arguments);
  }

  /** The first failure, or null. */
  Throwable failure() {
    return goal.failure();
  }

  /** Stops all traffic; returns a summary. */
  String stop() throws InterruptedException {
    requests.stop();
    leader.stop();
    for (WeftProcess neighbour : List.of(follower, requester)) {
      neighbour.println(PairPeer.STOP);
      PairPeer.require(PairPeer.GOOD, neighbour);
    }
    return "exchanged %,d messages, and %,d amid other requests"
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
