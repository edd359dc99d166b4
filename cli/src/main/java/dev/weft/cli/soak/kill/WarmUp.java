package dev.weft.cli.soak.kill;

import dev.weft.cli.soak.traffic.MessageTraffic;
import dev.weft.cli.soak.traffic.NumberedRequests;
import dev.weft.cli.soak.traffic.SoakPorts;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.futures.Node;

/**
 * Exchanges messages between two endpoints and two queue pairs of this process over shm, so that
 * the needed classes are loaded before the process meets its peer.
 */
final class WarmUp {
  private static final int MESSAGES = 8;

  private WarmUp() {}

  /** Runs to completion and releases everything. */
  static void run() throws InterruptedException {
    String fabric = "warm-up-" + ProcessHandle.current().pid();
    try (Node one = SoakPorts.named(fabric, "one", WaitObject.UNSPEC);
        Node other = SoakPorts.named(fabric, "other", WaitObject.UNSPEC)) {
      Thread there = Thread.ofPlatform().daemon().start(() -> talk(other, one.endpoint().name()));
      talk(one, other.endpoint().name());
      there.join();
    }
    try (NumberedRequests one = NumberedRequests.toLastingPeer(fabric);
        NumberedRequests other = NumberedRequests.toLastingPeer(fabric)) {
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

  private static void talk(Node port, byte[] peer) {
    try (MessageTraffic traffic = new MessageTraffic(port, peer, what -> {})) {
      for (int message = 0; message < MESSAGES; message++) {
        do {
          traffic.send(1);
        } while (traffic.outstanding() == 0);
        if (message < MESSAGES - 1) { // the other end stays until it has the last message
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
