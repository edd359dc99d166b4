package dev.weft.cli.soak.kill;

import dev.weft.cli.process.WeftProcess;
import dev.weft.cli.soak.phase.IdleWait;
import dev.weft.cli.soak.phase.PairPeer;
import dev.weft.cli.soak.phase.SoakPhase;
import dev.weft.cli.soak.phase.SoakSide;
import dev.weft.cli.soak.phase.SoakTeam;
import dev.weft.cli.soak.traffic.StopCondition;
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
    SoakPhase phase = SoakPhase.pair("bystanders", IdleWait.PARK, false, 0);
    follower = PairPeer.start(fabric, phase, WINDOW, Long.MAX_VALUE);
    requester = BackgroundRequests.start(fabric);
    SoakSide side = PairPeer.leader(fabric, phase.idleWait(), WINDOW, Long.MAX_VALUE);
    leader = new SoakTeam(side, phase, goal, PAUSE_NANOS);
    requests = new BackgroundRequests(fabric, goal);
    PairPeer.require(PairPeer.READY, follower);
    leader.start();
    String peer = requester.readLine();
    requester.println(requests.name());
    requests.begin(peer);
  }

  /** The first failure, or null. */
  Throwable failure() {
    return goal.failure();
  }

  /** Stops all traffic; returns a summary. */
  String stop() throws InterruptedException {
    requests.stop();
    leader.stop();
    for (WeftProcess other : List.of(follower, requester)) {
      other.println(PairPeer.STOP);
      PairPeer.require(PairPeer.GOOD, other);
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
