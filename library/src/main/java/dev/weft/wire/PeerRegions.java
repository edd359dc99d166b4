package dev.weft.wire;

import dev.weft.memory.GrantedMemory;

/** Registered memory of a peer that this side touches without the peer's help. */
public interface PeerRegions {

  /**
   * The memory that the peer has registered with this key, or null where there is none, or none in
   * reach. It may be closed at any time, which entering it tells.
   */
  GrantedMemory find(long key);

  /** Counts an access to this many bytes, once it is done. */
  void touched(boolean written, long bytes);
}
