package dev.weft.cli.soak.traffic;

import dev.weft.cli.process.Shutdown;
import dev.weft.fabric.poll.WaitObject;
import java.io.IOException;

/** What every process does that a soak run has started. */
public final class SoakPeer {

  /** The work of a process. */
  @FunctionalInterface
  public interface Role {
    void run() throws IOException, InterruptedException;
  }

  private SoakPeer() {}

  /** Prepares the end of this process, which may come at any time, then does its work. */
  public static void run(Role role) throws IOException, InterruptedException {
    Shutdown.endsChildren();
    try {
      Shutdown.delaying(SoakPeer::openAndClose);
      Shutdown.awaitIfUnderWay();
      role.run();
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
    String fabric = "first-port-" + ProcessHandle.current().pid();
    SoakPorts.named(fabric, "first", WaitObject.UNSPEC).close();
    return fabric;
  }
}
