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
}
