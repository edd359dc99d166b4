package dev.weft.cli.soak;

import dev.weft.cli.process.Shutdown;
import dev.weft.fabric.poll.WaitObject;
import java.io.IOException;
import java.util.List;

/** A process that a soak run has started. */
public final class SoakPeer {
  private SoakPeer() {}

  /** Runs what the first argument names. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Shutdown.endsChildren();
    try {
      Shutdown.delaying(SoakPeer::openAndClose);
      Shutdown.awaitIfUnderWay();
      run(List.of(arguments));
    } catch (IOException | RuntimeException failure) {
      Shutdown.awaitIfUnderWay(); // a consequence then
      throw failure;
    }
  }

  /**
   * The first port of a process sets up the deletion of files at its end, unless the end has begun:
   * then nothing would delete the files of later ones.
   */
  private static String openAndClose() {
    String fabric = "rehearsal-" + ProcessHandle.current().pid();
    SoakPorts.named(fabric, "first", WaitObject.UNSPEC).close();
    return fabric;
  }

  private static void run(List<String> all) throws IOException, InterruptedException {
    switch (all.getFirst()) {
      case "pair" -> PairPeer.run(all.subList(1, all.size()));
      case "rehearsal" -> WarmUp.run();
      case "requests" -> BackgroundRequests.runAsPeer(all.get(1));
      case "victim" -> KilledPeer.run();
      default -> throw new IllegalArgumentException("role=" + all.getFirst());
    }
  }
}
