package dev.weft.nic.queuepair;

import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.ProtocolViolation;

/**
 * Reads the frames that have arrived at the port of a queue pair: requests go to its receiver,
 * responses to its requester. A frame that neither accepts ends its link.
 *
 * <p>The caller holds the machine's lock.
 */
final class PortReader {

  /** Maximum number of frames per link and pass. */
  private static final int BURST = 256;

  private final QueuePairMachine machine;
  private final QueuePairProgress progress;
  private final Requester requester; // null if there are no responses
  private final SendQueue sends;
  private final PeerLinks peers;
  private final ProgressFailures failures;
  private final IncomingFrame frame = new IncomingFrame();

  /** The link whose frames are being processed. */
  private Link taking;

  PortReader(
      QueuePairMachine machine,
      QueuePairProgress progress,
      Requester requester,
      SendQueue sends,
      ProgressFailures failures) {
    this.machine = machine;
    this.progress = progress;
    this.requester = requester;
    this.sends = sends;
    this.peers = progress.peers();
    this.failures = failures;
  }

  /** Processes the frames of each link, and the end of links that have no more. */
  void takeAll(Port port) {
    boolean changes = port.hasLinkChanges();
    for (Link link : port.links()) {
      ProtocolViolation violation = link.violation();
      if (violation != null) { // found elsewhere; its memory may be gone
        end(link, violation);
        continue;
      }
      boolean left =
          changes && link.isClosed(); // checked first: frames are published before the link closes
      take(link);
      if (left && !link.in().hasFrame()) {
        failures.lose(link);
      }
    }
  }

  /** A peer that was late may only have been stopped: its requests may come on another link. */
  private void end(Link link, ProtocolViolation violation) {
    if (violation == ProtocolViolation.ENDLESS_ACCESS) {
      failures.lose(link);
    } else {
      failures.breakOff(link, violation);
    }
  }

  private void take(Link link) {
    FrameReader in = link.in();
    long header = in.peek();
    if (header == 0) {
      return;
    }
    boolean listens = peers.listensTo(link);
    taking = link;
    for (int budget = BURST; header != 0 && budget > 0; budget--) {
      boolean legal =
          header == FrameReader.ACKNOWLEDGEMENT
              ? accept(in.acknowledged(), listens)
              : PacketFormat.isKnown(FrameReader.kind(header)) && (!listens || accept(in, header));
      if (!legal) {
        taking = null;
        failures.breakOff(link, ProtocolViolation.FORBIDDEN_FRAME);
        return;
      }
      in.advance(header);
      header = in.peek();
    }
    taking = null;
    if (header != 0) {
      progress.ringInside();
    }
  }

  /**
   * Frees the room of the frames that were read. Called after their acknowledgement is written:
   * {@link RetryTimer} takes a request without a response for lost once its room is free.
   */
  void giveBack(Port port) {
    for (Link link : port.links()) {
      if (link.in().giveBack()) {
        progress.ringLater(link);
      }
    }
  }

  /** Processes an acknowledgement; false for a protocol violation. */
  private boolean accept(int acknowledged, boolean listens) {
    if (!listens || requester == null) {
      return !listens;
    }
    long done = sends.done;
    boolean legal = !machine.canSend() || requester.accept(acknowledged);
    noteResponse(done);
    return legal;
  }

  /** Processes a frame; false for a protocol violation. */
  private boolean accept(FrameReader in, long header) {
    frame.read(in, header);
    boolean request = frame.kind() <= PacketFormat.LAST_REQUEST || requester == null;
    if (!request) {
      return !machine.canSend() || acceptResponse();
    }
    if (!machine.canReceive()) {
      return true;
    }
    machine.onRequest();
    return machine.receiver.accept(frame);
  }

  private boolean acceptResponse() {
    long done = sends.done;
    boolean legal = requester.accept(frame);
    noteResponse(done);
    return legal;
  }

  private void noteResponse(long doneBefore) {
    if (sends.done != doneBefore) {
      machine.connected();
    }
  }

  /** The link at one of whose frames processing has thrown, or null. */
  Link failedLink() {
    Link failed = taking;
    taking = null;
    return failed;
  }
}
