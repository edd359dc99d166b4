package dev.weft.wire;

import java.lang.foreign.MemorySegment;

/**
 * Direct access to a peer in the same memory: pulls the payload of an announced message and
 * accesses registered memory without the peer's participation.
 *
 * <p>Any thread may call any method.
 */
public interface DirectPeer extends PeerRegions {

  /**
   * Begins to copy the payload of an announced message, which stays valid until {@link #endPull} or
   * {@link #cancelPull}.
   *
   * @return false if the message was cancelled meanwhile
   */
  boolean beginPull(int handle);

  /** Copies a part of the payload. */
  void pull(int handle, long offset, MemorySegment destination, long at, long length);

  /** Ends a {@link #beginPull}. */
  void endPull(int handle);

  /** Ends a {@link #beginPull} whose payload was not copied: another one may begin. */
  void cancelPull(int handle);
}
