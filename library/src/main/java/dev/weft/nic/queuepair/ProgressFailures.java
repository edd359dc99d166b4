package dev.weft.nic.queuepair;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.ProtocolViolation;

/**
 * Handles what goes wrong while a queue pair is driven. A failure while a frame is processed ends
 * the link of that frame and what is connected through it; any other one ends this queue pair.
 *
 * <p>The caller holds the machine's lock.
 */
final class ProgressFailures {
  private static final System.Logger LOG = System.getLogger("dev.weft.verbs");

  private final QueuePairMachine machine;
  private final PeerLinks peers;
  private Port port;

  /** Whether a failure without a link was logged. */
  private boolean reported;

  ProgressFailures(QueuePairMachine machine, PeerLinks peers) {
    this.machine = machine;
    this.peers = peers;
  }

  void attach(Port opened) {
    port = opened;
  }

  /**
   * Ends the links with lost memory; after other failures, the link being read or the queue pair.
   *
   * @param taking the link whose frame was being processed, or null
   */
  void handle(Throwable failure, Link taking) {
    try {
      if (failure instanceof InternalError && port.dropLostMemory()) {
        return;
      }
      report(failure, taking);
      if (taking != null) {
        breakOff(taking, ProtocolViolation.FAILED_FRAME);
      } else {
        machine.broken();
      }
    } catch (RuntimeException | Error second) {
      report(second, null);
    }
  }

  /** Logs once per link, because no more frames are read from it, and once for other failures. */
  private void report(Throwable failure, Link taking) {
    if (taking != null || !reported) {
      reported |= taking == null;
      String from = taking == null ? "" : " at a frame of " + taking.peerAddress();
      LOG.log(
          System.Logger.Level.ERROR, "Queue pair " + machine.number() + " failed" + from, failure);
    }
  }

  /** Ends a link after a protocol violation, and the connection if it is the peer's. */
  void breakOff(Link link, ProtocolViolation violation) {
    boolean connected = peers.listensTo(link);
    link.breakOff(violation);
    lose(link);
    if (connected) {
      machine.protocolViolation();
    }
  }

  /** Handles the end of a link. */
  void lose(Link link) {
    boolean connected = peers.listensTo(link);
    peers.forget(link);
    if (connected) {
      machine.receiver.peerLeft();
    }
  }
}
