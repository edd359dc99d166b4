package dev.weft.verbs;

import dev.weft.verbs.attributes.MemoryWindowType;

/**
 * {@code struct ibv_mw}: grants peers access to a part of a region while it is bound (VQ-34 to
 * VQ-38).
 */
public interface MemoryWindow extends VerbsObject {

  /** {@code pd}. */
  ProtectionDomain protectionDomain();

  /** {@code type}. */
  MemoryWindowType type();

  /** {@code rkey}: the key for requests of peers; changes when the window is bound. */
  int rkey();

  /**
   * {@code ibv_inc_rkey}: the key for the next bind of a type 2 window, {@link #rkey} with the next
   * lowest byte. The upper three bytes are the window's own; {@code rkey() + 1} changes them at
   * every 256th bind.
   */
  default int nextRkey() {
    int key = rkey();
    return (key & ~0xFF) | ((key + 1) & 0xFF);
  }
}
