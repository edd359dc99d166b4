package dev.weft.cli.soak;

import dev.weft.fabric.poll.WaitObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The second process of a {@link PairRun}. */
final class PairPeer {
  static final String READY = "ready";
  static final String STOP = "stop";
  static final String GOOD = "good";

  private PairPeer() {}

  /** Arguments: fabric, wait object, whether virtual, window, messages. */
  static void run(List<String> arguments) throws IOException, InterruptedException {
    WaitObject wait = WaitObject.valueOf(arguments.get(1));
    StopCondition goal = new StopCondition(Long.parseLong(arguments.get(4)));
    int window = Integer.parseInt(arguments.get(3));
    try (PairSide side =
        new PairSide(new SoakPort(arguments.get(0), "follower", "leader", wait), window, goal, 0)) {
      Thread thread =
          Boolean.parseBoolean(arguments.get(2))
              ? Thread.startVirtualThread(side)
              : Thread.ofPlatform().daemon().start(side);
      System.out.println(READY);
      awaitStop();
      goal.reach();
      while (thread.isAlive()) {
        side.wake();
        thread.join(20);
      }
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
