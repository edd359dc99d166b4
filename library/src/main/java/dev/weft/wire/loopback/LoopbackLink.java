package dev.weft.wire.loopback;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameRing;
import dev.weft.wire.InProcessPeer;
import dev.weft.wire.Link;
import dev.weft.wire.ProtocolViolation;

/** One end of a link within the process. */
final class LoopbackLink extends Link {
  private final LoopbackPort own;
  private final LoopbackPort peer;
  private final InProcessPeer inProcessPeer;

  /** The other end. */
  private LoopbackLink counterpart;

  /** Whether the other end broke the link. */
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
