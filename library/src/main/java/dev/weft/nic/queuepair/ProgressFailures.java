package dev.weft.nic.queuepair;

import dev.weft.service.FailureLog;
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
  static final FailureLog LOG = new FailureLog("Progress of a queue pair");

  private final QueuePairMachine machine;
  private final PeerLinks peers;
  private Port port;

  ProgressFailures(QueuePairMachine machine, PeerLinks peers) {
    this.machine = machine;
    this.peers = peers;
  }

  void attach(Port opened) {
    port = opened;
  }

  /**
   * Breaks the links with lost memory, which the next pass ends; after other failures, ends the
   * link being read or the queue pair. Never throws.
   *
   * @param taking the link whose frame was being processed, or null
   */
  void handle(Throwable failure, Link taking) {
    try {
      if (failure instanceof InternalError && port.dropLostMemory()) {
        return;
      }
      end(taking);
    } catch (RuntimeException | Error second) {
      LOG.report(second);
    }
    LOG.report(failure);
  }

  private void end(Link taking) {
    if (taking != null) {
      breakOff(taking, ProtocolViolation.FAILED_FRAME);
    } else {
      machine.broken();
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
