package dev.weft.verbs;

import java.lang.foreign.MemorySegment;

/**
 * {@code struct ibv_mr}: memory that the device may use. Closing it fails while a window is bound
 * to it (VQ-38), and waits for who copies at that moment.
 */
public interface MemoryRegion extends VerbsObject {

  /** {@code pd}. */
  ProtectionDomain protectionDomain();

  /** The memory. */
  MemorySegment memory();

  /** {@code addr}: what the first byte is called, by peers and in buffers of requests. */
  long address();

  /** {@code length}: bytes. */
  long length();

  /** {@code lkey}: names it in the buffers of this side's requests. */
  int lkey();

  /** {@code rkey}: names it in the requests of peers. */
  int rkey();

  /** {@link RegionAccess}. */
  int access();
}
