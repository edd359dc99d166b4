package dev.weft.cli.soak;

import dev.weft.fabric.WaitObject;

/**
 * Two endpoints and two queue pairs of this process which exchange messages over shm, so that a
 * process has loaded, before it meets anybody, what it will need.
 */
final class WarmUp {
  private static final int MESSAGES = 8;

  private WarmUp() {}

  /** Ends by itself, and leaves nothing behind. */
  static void run() throws InterruptedException {
    String fabric = "rehearsal-" + ProcessHandle.current().pid();
    try (SoakPort one = new SoakPort(fabric, "one", "other", WaitObject.UNSPEC);
        SoakPort other = new SoakPort(fabric, "other", "one", WaitObject.UNSPEC)) {
      Thread there = Thread.ofPlatform().daemon().start(() -> talk(other));
      talk(one);
      there.join();
    }
    try (NumberedRequests one = NumberedRequests.towardsTheLiving(fabric);
        NumberedRequests other = NumberedRequests.towardsTheLiving(fabric)) {
      one.meet(other.name());
      other.meet(one.name());
      Thread there = Thread.ofPlatform().daemon().start(() -> talk(other));
      talk(one);
      there.join();
    }
  }

  private static void talk(NumberedRequests requests) {
    while (requests.arrived() < 2) {
      requests.post();
      requests.take();
    }
  }

  private static void talk(SoakPort port) {
    try (MessageTraffic traffic = new MessageTraffic(port, what -> {})) {
      for (int message = 0; message < MESSAGES; message++) {
        do {
          traffic.send(1);
        } while (traffic.outstanding() == 0);
        if (message < MESSAGES - 1) { // the other stays until it has the last one
          traffic.copy();
        }
        while (traffic.outstanding() > 0) {
          traffic.take();
        }
      }
      while (traffic.arrived() < MESSAGES) {
        traffic.take();
      }
    }
  }
}
