package dev.weft.wire;

import java.lang.foreign.MemorySegment;

/**
 * What a peer in the same memory lets the other end of a link do without its help: take the payload
 * of a message that it announced, and touch its registered memory, all of which is in reach.
 *
 * <p>Any thread may call any method.
 */
public interface DirectPeer extends PeerRegions {

  /**
   * Begins to take the payload of an announced message, which then stays in place until {@link
   * #endPull}.
   *
   * @return false where the message was given up meanwhile
   */
  boolean beginPull(int handle);

  /** Copies a part of the payload. */
  void pull(int handle, long offset, MemorySegment destination, long at, long length);

  /** Ends what {@link #beginPull} began. */
  void endPull(int handle);
}
