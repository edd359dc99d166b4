package dev.weft.verbs;

import dev.weft.verbs.attributes.RegionAccess;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct ibv_mr}: memory registered with the device. Closing it fails while a window is
 * bound to it (VQ-38), and waits for copies in progress; for those of a stopped process at most ten
 * seconds.
 */
public interface MemoryRegion extends VerbsObject {

  /** {@code pd}. */
  ProtectionDomain protectionDomain();

  /** The memory. */
  MemorySegment memory();

  /** {@code addr}: address of the first byte, used by peers and by buffers of requests. */
  long address();

  /** {@code length}: bytes. */
  long length();

  /** {@code lkey}: the key for buffers of local requests. */
  int lkey();

  /** {@code rkey}: the key for requests of peers. */
  int rkey();

  /** {@link RegionAccess}. */
  int access();
}
