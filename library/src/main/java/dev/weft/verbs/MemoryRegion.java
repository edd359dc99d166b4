package dev.weft.verbs;

import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.RegionChange;
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

  /**
   * {@code ibv_rereg_mr(3)}: changes memory, protection domain or rights, as if the region was
   * closed and registered again, but it keeps its keys. Requests that use them meanwhile, and
   * copies under way, end as with {@link #close}: change it when none is.
   *
   * @param flags {@link RegionChange}: what changes; the other arguments are not looked at, except
   *     {@code access}, which is 0 then
   * @param domain the new domain, of the same context
   * @param memory the new memory, not empty; its address is {@link #address}, unless zero-based
   * @param access the new {@link RegionAccess}
   * @return 0; {@link RegionChange#ERR_INPUT} if an argument is wrong or a window is bound, and
   *     nothing has changed
   * @throws VerbsException {@link VerbsErrno#EOPNOTSUPP} if the device cannot
   */
  default int rereg(int flags, ProtectionDomain domain, MemorySegment memory, int access) {
    throw new VerbsException(
        VerbsErrno.EOPNOTSUPP, "ibv_rereg_mr", "", "Close the region and register again");
  }

  /**
   * Says why {@link #rereg} would refuse these arguments now. No C counterpart.
   *
   * @return what is wrong and what is allowed, in the names of C; empty if nothing is wrong, or the
   *     device does not say
   */
  default String explainRereg(
      int flags, ProtectionDomain domain, MemorySegment memory, int access) {
    return "";
  }
}
