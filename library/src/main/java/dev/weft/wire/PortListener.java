package dev.weft.wire;

import java.nio.channels.SelectableChannel;

/**
 * The owner of a {@link Port}: receives its events and configures it. Any thread may call any
 * method.
 */
public interface PortListener {

  /** A frame or a closed link is pending, and a reader of this port had armed its doorbell. */
  void doorbell();

  /** Whether readers of this port may sleep; called once per link. */
  boolean maySleep();

  /** The object that peers in this process call instead of ringing; null if they are to ring. */
  default InProcessPeer inProcessPeer() {
    return null;
  }

  /** Direct access for peers in the same memory. */
  DirectPeer direct();

  /**
   * The memory whose registered regions peers in other processes access directly; null if this side
   * must process each access.
   */
  default SharedMemory memory() {
    return null;
  }

  /**
   * Operations that this side refuses, so that peers need not send or perform them; bits defined by
   * the owner. Called once.
   */
  default int refuses() {
    return 0;
  }

  /**
   * A number that no other owner has, except the owners of ports of the same endpoint. Tells a peer
   * from an earlier one with the same address. Called once.
   *
   * @return 0 for none
   */
  default long incarnation() {
    return 0;
  }

  /**
   * Offers a channel that becomes readable when a peer rings. A thread that waits on this port may
   * select it directly.
   *
   * @param channel non-blocking; closed when the link ends
   * @param drain reads what is there
   * @param giveBack requests that {@link #doorbell} is called as well from now on
   * @return whether every waiting thread selects it; else {@link #doorbell} is called as well
   */
  default boolean offerWakeChannel(SelectableChannel channel, Runnable drain, Runnable giveBack) {
    return false;
  }
}
