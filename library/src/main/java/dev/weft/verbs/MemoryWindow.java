package dev.weft.verbs;

/**
 * {@code struct ibv_mw}: lets peers at a part of a region, for as long as it is bound (VQ-34 to
 * VQ-38).
 */
public interface MemoryWindow extends VerbsObject {

  /** {@code pd}. */
  ProtectionDomain protectionDomain();

  /** {@code type}. */
  MemoryWindowType type();

  /** {@code rkey}: names it in the requests of peers; changes when it is bound. */
  int rkey();
}
