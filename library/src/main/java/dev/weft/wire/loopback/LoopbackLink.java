package dev.weft.wire.loopback;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameRing;
import dev.weft.wire.InProcessPeer;
import dev.weft.wire.Link;
import dev.weft.wire.ProtocolViolation;

/** One end of a link within the process. */
final class LoopbackLink extends Link {
  private final LoopbackPort own;

  /** The other port, or this one once the link is retired. */
  private LoopbackPort peer;

  private InProcessPeer inProcessPeer;

  /** The other end. */
  private LoopbackLink counterpart;

  /** Whether the other end broke the link, or this one is retired. */
  private volatile boolean brokenByPeer;

  LoopbackLink(LoopbackPort own, LoopbackPort peer, FrameRing out, FrameRing in) {
    super(
        peer.address(),
        out.writer(),
        in.reader(),
        peer.owner().refuses(),
        peer.owner().incarnation());
    this.own = own;
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
    return brokenByPeer || peer.isClosed();
  }

  /** Joins the two ends of a link, or one end with itself; called before first use. */
  void join(LoopbackLink other) {
    counterpart = other;
    other.counterpart = this;
  }

  /**
   * One side has left, and this side is done with the link: refers to no other port any more. Else
   * a port could not be collected while one is in use whose peers had it among their peers.
   */
  void retire() {
    brokenByPeer = true;
    counterpart = this;
    inProcessPeer = own.inProcessPeer();
    peer = own;
  }

  /** Closes the peer's end as well. Both ports find a link that is closed. */
  @Override
  public void breakOff(ProtocolViolation what) {
    super.breakOff(what);
    if (!counterpart.brokenByPeer) {
      counterpart.brokenByPeer = true;
      peer.lostLink();
      own.lostLink();
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
