package dev.weft.wire;

/** A link of a test whose peer never leaves, and is never woken. */
public class SilentLink extends Link {
  private static final long CAPACITY = 4096;

  /** Without frames in either direction. */
  public SilentLink(String peerAddress) {
    this(peerAddress, FrameRing.inProcess(CAPACITY));
  }

  /** Reads frames from this ring. */
  protected SilentLink(String peerAddress, FrameRing in) {
    this(peerAddress, in, FrameRing.inProcess(CAPACITY));
  }

  /** Reads frames from one ring, and writes them to the other. */
  protected SilentLink(String peerAddress, FrameRing in, FrameRing out) {
    super(peerAddress, out.writer(), in.reader(), 0, 0);
  }

  @Override
  protected void wakePeer() {}

  @Override
  protected boolean hasPeerLeft() {
    return false;
  }

  @Override
  public DirectPeer direct() {
    return null;
  }
}
