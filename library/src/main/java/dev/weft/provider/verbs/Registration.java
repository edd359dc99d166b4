package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.provider.verbs.check.RegionChecks;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.RegionChange;
import java.lang.foreign.MemorySegment;

/**
 * What a region registers.
 *
 * @param address the address of its first byte, unless it is zero-based
 */
record Registration(
    SoftwareProtectionDomain domain, MemorySegment memory, long address, int access) {
  private static final String AGAIN = "ibv_rereg_mr";
  private static final int KNOWN_CHANGES =
      RegionChange.TRANSLATION | RegionChange.PD | RegionChange.ACCESS;

  /** The address of its first byte, as work requests and peers use it. */
  long base() {
    return (access & RegionAccess.ZERO_BASED) != 0 ? 0 : address;
  }

  /** Rejects what cannot be registered; {@code call} is the C name of the caller. */
  void require(String call) {
    RegionChecks.requireAccess(call, memory, access);
    long most = domain.owner().limits().maxMrSize();
    if (memory.byteSize() > most) {
      throw new VerbsException(
          VerbsErrno.ENOMEM, call, "length=" + memory.byteSize() + ", max_mr_size=" + most, "");
    }
  }

  /** Why this cannot be changed so, with what is allowed; empty if it can. */
  String obstacle(int flags, ProtectionDomain pd, MemorySegment segment, int rights) {
    if (flags == 0 || (flags & ~KNOWN_CHANGES) != 0) {
      return "flags=%s, allowed %s"
          .formatted(RegionChange.describe(flags), RegionChange.describe(KNOWN_CHANGES));
    }
    if (rights != 0 && (flags & RegionChange.ACCESS) == 0) {
      return "access=%s without IBV_REREG_MR_CHANGE_ACCESS, allowed 0"
          .formatted(RegionAccess.describe(rights));
    }
    if ((flags & RegionChange.PD) != 0 && !isOfThisContext(pd)) {
      return "pd=" + pd + ", allowed one of this context";
    }
    if ((flags & RegionChange.TRANSLATION) != 0 && (segment == null || segment.byteSize() == 0)) {
      return "addr=" + segment + ", allowed memory of a byte or more";
    }
    try {
      Require.forAllThreads("addr", changed(flags, pd, segment, rights).memory);
      changed(flags, pd, segment, rights).require(AGAIN);
      return "";
    } catch (VerbsException | IllegalArgumentException unusable) {
      return unusable.getMessage();
    }
  }

  private boolean isOfThisContext(ProtectionDomain pd) {
    return pd instanceof SoftwareProtectionDomain other
        && other.owner().equals(domain.owner())
        && !other.isClosed();
  }

  /** This with the changes that {@link #obstacle} has allowed. */
  Registration changed(int flags, ProtectionDomain pd, MemorySegment segment, int rights) {
    boolean moves = (flags & RegionChange.TRANSLATION) != 0;
    return new Registration(
        (flags & RegionChange.PD) != 0 ? (SoftwareProtectionDomain) pd : domain,
        moves ? segment : memory,
        moves ? segment.address() : address,
        (flags & RegionChange.ACCESS) != 0 ? rights : access);
  }
}
