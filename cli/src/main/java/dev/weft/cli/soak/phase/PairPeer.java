package dev.weft.cli.soak.phase;

import dev.weft.cli.process.WeftProcess;
import dev.weft.cli.soak.traffic.SoakFailure;
import dev.weft.cli.soak.traffic.SoakPeer;
import dev.weft.cli.soak.traffic.SoakPorts;
import dev.weft.cli.soak.traffic.StopCondition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One of two processes that exchange messages, and how the first one starts the second. */
public final class PairPeer {
  public static final String READY = "ready";
  public static final String STOP = "stop";
  public static final String GOOD = "good";

  private static final String LEADER = "leader";
  private static final String FOLLOWER = "follower";

  private PairPeer() {}

  /** The side of the first process, which may be opened before the second one exists. */
  public static SoakSide leader(String fabric, IdleWait idleWait, int window, long messages) {
    return side(fabric, LEADER, FOLLOWER, idleWait, window, messages);
  }

  private static SoakSide side(
      String fabric, String name, String peer, IdleWait idleWait, int window, long messages) {
    return new SoakSide(
            SoakPorts.named(fabric, name, idleWait.waitObject()), idleWait, window, messages)
        .meet(SoakPorts.address(fabric, peer));
  }

  /** Starts the second process. */
  public static WeftProcess start(String fabric, SoakPhase phase, int window, long messages) {
    return WeftProcess.start(
        PairPeer.class,
        List.of(),
        List.of(fabric, phase.idleWait().name(), "" + phase.virtual(), "" + window, "" + messages));
  }

  /** Fails unless this is the next line that the other process prints. */
  public static void require(String expected, WeftProcess other) {
    String line = other.readLine();
    if (!expected.equals(line)) {
      throw new SoakFailure("the other process says: " + line);
    }
  }

  /** The second process; arguments: fabric, how to wait, whether virtual, window, messages. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    SoakPeer.run(() -> run(List.of(arguments)));
  }

  private static void run(List<String> arguments) throws IOException {
    boolean virtual = Boolean.parseBoolean(arguments.get(2));
    SoakPhase phase = SoakPhase.pair("", IdleWait.valueOf(arguments.get(1)), virtual, 0);
    int window = Integer.parseInt(arguments.get(3));
    StopCondition goal = new StopCondition(Long.parseLong(arguments.get(4)));
    String fabric = arguments.get(0);
    SoakSide side = side(fabric, FOLLOWER, LEADER, phase.idleWait(), window, goal.messages());
    try (SoakTeam team = new SoakTeam(side, phase, goal, 0)) {
      team.start();
      System.out.println(READY);
      awaitStop();
      team.stop();
      Throwable failure = goal.failure();
      System.out.println(failure == null ? GOOD : failure.getMessage() + "; " + side);
    }
  }

  private static void awaitStop() throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = input.readLine();
    while (line != null && !line.equals(STOP)) {
      line = input.readLine();
    }
  }
}
