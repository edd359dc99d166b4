package dev.weft.wire;

import dev.weft.memory.GrantedMemory;

/** A peer's registered memory that this side accesses directly. */
public interface PeerRegions {

  /**
   * The region with this key, or null if there is none or it is not accessible. It may be closed at
   * any time; {@link GrantedMemory#enter} then returns false.
   */
  GrantedMemory find(long key);

  /** Counts a finished access to this many bytes. */
  void touched(boolean written, long bytes);
}
