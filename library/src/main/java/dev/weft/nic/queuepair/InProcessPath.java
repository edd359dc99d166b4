package dev.weft.nic.queuepair;

import dev.weft.wire.Link;

/**
 * The direct path between connected queue pairs of one process. One thread holds both locks and
 * executes a request with one copy, or passes an acknowledgement, without frames.
 *
 * <p>It is used only for operations that cannot fail, and only while no frames are outstanding,
 * which preserves the order. Everything else falls back to frames, which report errors.
 *
 * <p>The caller holds the machine's lock.
 */
final class InProcessPath {
  /** From this size on, copying on the caller's thread pays off even if the peer is polling. */
  private static final long MIN_DIRECT_IF_POLLED = 2048;

  private final QueuePairMachine machine;
  private final Requester requester;
  private final ReceiveProtocol receiver;
  private final RequestView view;

  /** A datagram queue pair has no requester and does not use this path. */
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

  /** Tries to execute a request while no earlier one is outstanding; whether it completed. */
  boolean ask(Link link, long index, int number) {
    boolean connected = machine.type() == TransportType.RELIABLE;
    if (!connected || !(link.inProcessPeer() instanceof QueuePairProgress peer)) {
      return false;
    }
    RequestView request = view.of(index);
    if (!request.isAllowed() || !peer.enterIfFree(request.length() >= MIN_DIRECT_IF_POLLED)) {
      return false;
    }
    try {
      return link.out().isDrained() && peer.takeInPerson(machine.number(), request, number);
    } finally {
      peer.exit();
    }
  }

  /** Executes a peer's request; false if it must be sent as a frame. */
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

  /** Passes an acknowledgement on if it is the only pending response; whether it was taken. */
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

  /** Accepts a peer's acknowledgement; true if more requests are ready to send. */
  boolean acknowledged(int from, int number) {
    if (requester == null || !machine.canSend() || !isConnectedTo(from)) {
      return false;
    }
    requester.acknowledged(number);
    return requester.hasMore();
  }
}
