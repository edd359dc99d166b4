package dev.weft.wire.loopback;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameRing;
import dev.weft.wire.InProcessPeer;
import dev.weft.wire.Link;
import dev.weft.wire.ProtocolViolation;

/** One end of a link within the process. */
final class LoopbackLink extends Link {
  private final LoopbackPort peer;
  private final InProcessPeer inProcessPeer;

  /** The other end. */
  private LoopbackLink counterpart;

  /** Whether the other end was broken off. */
  private volatile boolean deserted;

  LoopbackLink(LoopbackPort own, LoopbackPort peer, FrameRing out, FrameRing in) {
    super(peer.address(), out.writer(), in.reader(), peer.owner().refuses());
    this.peer = peer;
    this.inProcessPeer = peer.inProcessPeer();
    if (own.owner().maySleep()) {
      in().mayArm();
      in().arm();
    }
  }

  LoopbackPort peer() {
    return peer;
  }

  @Override
  protected void wakePeer() {
    peer.owner().doorbell();
  }

  @Override
  protected boolean hasPeerLeft() {
    return deserted || peer.isClosed();
  }

  /** Two ends of one link, or one end of a link to itself; before anybody uses them. */
  void join(LoopbackLink other) {
    counterpart = other;
    other.counterpart = this;
  }

  /** The peer sees that its end leads nowhere any more. */
  @Override
  public void breakOff(ProtocolViolation what) {
    super.breakOff(what);
    if (!counterpart.deserted) {
      counterpart.deserted = true;
      peer.lostLink();
    }
  }

  @Override
  public InProcessPeer inProcessPeer() {
    return inProcessPeer;
  }

  @Override
  public DirectPeer direct() {
    return peer.direct();
  }
}
