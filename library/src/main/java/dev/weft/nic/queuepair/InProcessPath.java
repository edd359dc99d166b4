package dev.weft.nic.queuepair;

import dev.weft.wire.Link;

/**
 * What connected queue pairs of one process do to each other where one thread is inside both: a
 * request is done with one copy, or an acknowledgement given, and no frame is written.
 *
 * <p>Only what surely succeeds goes this way, and only while nothing is under way in frames, so
 * that the order stays. All else, and all that goes wrong, goes the long way, which knows how to
 * tell.
 *
 * <p>For who is inside the machine.
 */
final class InProcessPath {
  /** From here on it is worth to copy for a peer that polls, and that would else do it itself. */
  private static final long LARGE = 2048;

  private final QueuePairMachine machine;
  private final Requester requester;
  private final ReceiveProtocol receiver;
  private final RequestView view;

  /** Of a datagram queue pair, which has no requester, nothing is done this way. */
  InProcessPath(
      QueuePairMachine machine,
      Requester requesterOrNull,
      ReceiveProtocol receiver,
      RequestView view) {
    this.machine = machine;
    this.requester = requesterOrNull;
    this.receiver = receiver;
    this.view = view;
  }

  /** Whether a request, with nothing under way before it, is done. */
  boolean ask(Link link, long index, int number) {
    boolean connected = machine.type() == TransportType.RELIABLE;
    if (!connected || !(link.inProcessPeer() instanceof QueuePairProgress peer)) {
      return false;
    }
    RequestView request = view.of(index);
    if (!request.isAllowed() || !peer.enterIfFree(request.length() >= LARGE)) {
      return false;
    }
    try {
      return link.out().isDrained() && peer.takeInPerson(machine.number(), request, number);
    } finally {
      peer.exit();
    }
  }

  /** Takes a peer's request; true where it is done. */
  boolean take(int from, RequestView request, int number) {
    if (!isConnectedTo(from) || !machine.canReceive()) {
      return false;
    }
    machine.onRequest();
    return receiver.takeInPerson(request, number);
  }

  private boolean isConnectedTo(int peer) {
    return machine.attributes.peer == peer && machine.attributes.reachable;
  }

  /** Whether the only thing that is owed, an acknowledgement, was given. */
  boolean acknowledge(Link link) {
    if (!(link.inProcessPeer() instanceof QueuePairProgress peer)
        || !peer.isInside()
        || !link.out().isDrained()) {
      return false;
    }
    int number = receiver.takeAcknowledgement();
    if (number >= 0 && peer.acknowledgedInPerson(machine.number(), number)) {
      peer.ringInside();
    }
    return number >= 0;
  }

  /** Takes a peer's acknowledgement; true where there are more requests to send. */
  boolean acknowledged(int from, int number) {
    if (requester == null || !machine.canSend() || !isConnectedTo(from)) {
      return false;
    }
    requester.acknowledged(number);
    return requester.hasMore();
  }
}
