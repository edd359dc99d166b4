package dev.weft.wire.loopback;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameRing;
import dev.weft.wire.Link;
import dev.weft.wire.Neighbour;

/** One end of a link within the process. */
final class LoopbackLink extends Link {
  private final LoopbackPort peer;
  private final Neighbour neighbour;

  LoopbackLink(LoopbackPort own, LoopbackPort peer, FrameRing out, FrameRing in) {
    super(peer.address(), out.writer(), in.reader());
    this.peer = peer;
    this.neighbour = peer.neighbour();
    if (own.owner().maySleep()) {
      in().listen();
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
    return peer.isClosed();
  }

  @Override
  public Neighbour neighbour() {
    return neighbour;
  }

  @Override
  public DirectPeer direct() {
    return peer.direct();
  }
}
