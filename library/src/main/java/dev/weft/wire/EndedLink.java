package dev.weft.wire;

/**
 * Stands for a link whose peer has left, all of whose frames are taken, without the memory of that
 * link. Frames written to it are lost.
 */
public final class EndedLink extends Link {
  private static final long FEW_BYTES = 64;

  /** Stands for this link. */
  public EndedLink(Link ended) {
    super(
        ended.peerAddress(),
        FrameRing.inProcess(FEW_BYTES).writer(),
        FrameRing.inProcess(FEW_BYTES).reader(),
        ended.refusals(),
        ended.peerIncarnation());
  }

  @Override
  protected void wakePeer() {}

  @Override
  protected boolean hasPeerLeft() {
    return true;
  }

  @Override
  public DirectPeer direct() {
    return null;
  }
}
