package dev.weft.wire;

import java.lang.foreign.MemorySegment;

/**
 * What a peer in the same memory lets the other end of a link do without its help: take the payload
 * of a message that it announced, and touch its registered memory.
 *
 * <p>Any thread may call any method.
 */
public interface DirectPeer {

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

  /**
   * Registered memory that this side may touch.
   *
   * @param address where the range begins, from the start of the region
   * @param write whether it is to be written, else read
   * @return the whole region's memory, or null where key, range or rights do not allow it
   */
  MemorySegment grant(long key, long address, long length, boolean write);

  /** Keeps a region from being closed until {@link #endAccess}; false where it is gone. */
  boolean beginAccess(long key);

  /** Ends what {@link #beginAccess} began. */
  void endAccess(long key);

  /** Whether there is a region with this key. */
  boolean hasKey(long key);

  /** Counts a write of this many bytes into a region for those who watch it. */
  void written(long key, long bytes);

  /** Counts an access to this many bytes that {@link #grant} allowed, once it is done. */
  void touched(boolean written, long bytes);
}
