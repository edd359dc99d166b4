package dev.weft.wire;

/** What a {@link Port} tells and asks its owner. Any thread may call any method. */
public interface PortOwner {

  /** A frame or a closed link waits, and a reader of this port had armed its doorbell. */
  void doorbell();

  /** Whether readers of this port may sleep; asked once for each link. */
  boolean maySleep();

  /** What peers in the same memory may do directly. */
  DirectPeer direct();
}
