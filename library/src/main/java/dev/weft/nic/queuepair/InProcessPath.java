package dev.weft.nic.queuepair;

import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.RequestNumbers;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.responder.ReceiveProtocol;
import dev.weft.nic.workqueue.RequestView;
import dev.weft.wire.Link;

/**
 * The direct path between connected queue pairs of one process. One thread holds both locks and
 * executes a request with one copy, or passes an acknowledgement, without frames.
 *
 * <p>It is used only for operations that cannot fail, and only while no frames are outstanding,
 * which preserves the order. Everything else falls back to frames, which report errors. So do small
 * sends to a peer whose poller will find the frame.
 *
 * <p>A request waits in its queue if another thread holds the peer's lock, or polls the peer and
 * the data of a send is large. That thread rings this side, before it releases the lock or when it
 * polls, and executes the request itself. So large data cross once from cache to cache, to the
 * thread that will read them, and frames, which would be slower, are not forced upon the next
 * requests.
 *
 * <p>The caller holds the machine's lock.
 */
final class InProcessPath {
  /**
   * From this size on, one copy takes less time than two, even if the peer's state is in the cache
   * of the thread that polls.
   */
  private static final long LARGE = 2048;

  private final QueuePairMachine machine;
  private final LocalPeer self;
  private final Requester requester;
  private final ReceiveProtocol receiver;
  private final RequestView view;

  /** A datagram queue pair has no requester and does not use this path. */
  InProcessPath(
      QueuePairMachine machine,
      LocalPeer self,
      Requester requesterOrNull,
      ReceiveProtocol receiver,
      RequestView view) {
    this.machine = machine;
    this.self = self;
    this.requester = requesterOrNull;
    this.receiver = receiver;
    this.view = view;
  }

  /** The result of {@link #ask}. */
  enum Outcome {
    /** The request has been executed. */
    DONE,
    /** The request must be sent in frames. */
    FRAMES,
    /** Another thread serves the peer and will ring this side. */
    LATER
  }

  /** Tries to execute a request while no earlier one is outstanding. */
  Outcome ask(Link link, long index, RequestNumbers numbers) {
    boolean connected = machine.type() == TransportType.RELIABLE;
    if (!connected || !(link.inProcessPeer() instanceof LocalPeer local)) {
      return Outcome.FRAMES;
    }
    RequestView request = view.of(index);
    boolean polled = !Operation.isOneSided(request.opcode()) && local.isPolled();
    if (!request.isAllowed() || (polled && request.length() < LARGE)) {
      return Outcome.FRAMES;
    }
    QueuePairProgress peer = local.progress();
    if (polled && isLeftToPoller(peer)) {
      return Outcome.LATER;
    }
    boolean inside = peer.holdsLock();
    if (!peer.enterIfFree() && !enterOrWait(peer)) {
      return Outcome.LATER;
    }
    try {
      if (!inside && !link.out().isDrained()) {
        peer.serve(); // what was sent in frames comes first; unless this is called by such a pass
      }
      boolean ready = link.out().isDrained() && machine.canSend();
      if (!ready || !peer.takeDirectly(machine.number(), request, numbers.next())) {
        return Outcome.FRAMES;
      }
      numbers.use();
      return Outcome.DONE;
    } finally {
      peer.exit();
    }
  }

  /** Has the thread that polls a peer ring this side; false if it may not poll any more. */
  private boolean isLeftToPoller(QueuePairProgress peer) {
    self.beginWait(); // before the peer's flag; partner: endsWait(), after the flag was cleared
    boolean left = peer.notePeerWaits();
    if (!left) {
      self.endsWait();
    }
    return left;
  }

  /** Acquires a peer's lock that was held, or has its holder ring this side before it releases. */
  private boolean enterOrWait(QueuePairProgress peer) {
    self.beginWait(); // before the pending bit; partner: endsWait(), after the bit was seen
    if (peer.lock.tryEnterOrSetPending()) {
      self.endsWait();
      return true;
    }
    return false;
  }

  /** Rings the peers in this process whose requests wait. The caller holds the lock. */
  static void ringWaiting(Link[] links) {
    for (Link link : links) {
      if (link.inProcessPeer() instanceof LocalPeer peer) {
        peer.ringIfWaiting();
      }
    }
  }

  /** Executes a peer's request; false if it must be sent as a frame. */
  boolean take(int from, RequestView request, int number) {
    if (!isConnectedTo(from) || !machine.canReceive()) {
      return false;
    }
    machine.onRequest();
    return receiver.takeDirectly(request, number);
  }

  private boolean isConnectedTo(int peer) {
    return machine.attributes.peer == peer && machine.attributes.reachable;
  }

  /** Passes an acknowledgement on if it is the only pending response; whether it was taken. */
  boolean acknowledge(Link link) {
    if (!(link.inProcessPeer() instanceof LocalPeer peer)
        || !peer.isInside()
        || !link.out().isDrained()) {
      return false;
    }
    int number = receiver.takeAcknowledgement();
    if (number >= 0 && peer.progress().acknowledgedDirectly(machine.number(), number)) {
      peer.progress().ringInside();
    }
    return number >= 0;
  }

  /** Accepts a peer's acknowledgement; true if more requests are ready to send. */
  boolean acknowledged(int from, int number) {
    if (requester == null || !machine.canSend() || !isConnectedTo(from)) {
      return false;
    }
    requester.responses().acknowledged(number);
    return requester.hasMore();
  }
}
