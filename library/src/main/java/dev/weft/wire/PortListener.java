package dev.weft.wire;

import java.nio.channels.SelectableChannel;

/** What a {@link Port} tells and asks its owner. Any thread may call any method. */
public interface PortListener {

  /** A frame or a closed link waits, and a reader of this port had armed its doorbell. */
  void doorbell();

  /** Whether readers of this port may sleep; asked once for each link. */
  boolean maySleep();

  /** Whom peers in this process call in place of ringing; null where they are to ring. */
  default InProcessPeer inProcessPeer() {
    return null;
  }

  /** What peers in the same memory may do directly. */
  DirectPeer direct();

  /**
   * The memory in which peers in other processes may touch what is registered; null where this side
   * wants to hear of each access.
   */
  default SharedMemory memory() {
    return null;
  }

  /**
   * What peers need not send, or do directly, because this side refuses it, in bits of the owner's;
   * asked once.
   */
  default int refuses() {
    return 0;
  }

  /**
   * Offers a channel that becomes readable when a peer rings. Who sleeps for this port may select
   * it, so that no other thread need wake it.
   *
   * @param bell non-blocking; closed when the link ends
   * @param silence reads what there is
   * @param giveBack asks that from now on {@link #doorbell} is called as well
   * @return whether all who may sleep will; else {@link #doorbell} is to be called as well
   */
  default boolean offerWakeChannel(SelectableChannel bell, Runnable silence, Runnable giveBack) {
    return false;
  }
}
