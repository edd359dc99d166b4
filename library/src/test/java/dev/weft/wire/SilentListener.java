package dev.weft.wire;

/** Owns a port of a test: takes no frames, is never woken, may share memory. */
public record SilentListener(SharedMemory memory) implements PortListener {

  /** Shares no memory. */
  public SilentListener() {
    this(null);
  }

  @Override
  public void doorbell() {}

  @Override
  public boolean maySleep() {
    return false;
  }

  @Override
  public DirectPeer direct() {
    return null;
  }
}
