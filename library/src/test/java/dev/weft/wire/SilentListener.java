package dev.weft.wire;

/** Owns a port of a test: takes no frames, is never woken, may share memory. */
public class SilentListener implements PortListener {
  private final SharedMemory memory;
  private final long incarnation;

  /** Shares no memory, and has no number. */
  public SilentListener() {
    this(null);
  }

  /** Has no number. */
  public SilentListener(SharedMemory memory) {
    this(memory, 0);
  }

  public SilentListener(SharedMemory memory, long incarnation) {
    this.memory = memory;
    this.incarnation = incarnation;
  }

  @Override
  public SharedMemory memory() {
    return memory;
  }

  @Override
  public long incarnation() {
    return incarnation;
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
