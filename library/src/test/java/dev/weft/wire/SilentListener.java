package dev.weft.wire;

/** Owns a port of a test: takes no frames, is never woken, may share memory. */
public record SilentListener(SharedMemory memory, long incarnation) implements PortListener {

  /** Shares no memory, and has no number. */
  public SilentListener() {
    this(null);
  }

  /** Has no number. */
  public SilentListener(SharedMemory memory) {
    this(memory, 0);
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
