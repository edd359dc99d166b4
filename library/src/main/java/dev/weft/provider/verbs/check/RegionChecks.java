package dev.weft.provider.verbs.check;

import dev.weft.provider.verbs.device.DeviceLimits;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.RegionAccess;
import java.lang.foreign.MemorySegment;

/** {@code access} of {@code ibv_reg_mr(3)} and {@code ibv_rereg_mr(3)}. */
public final class RegionChecks {
  private static final int WRITING_BITS = RegionAccess.REMOTE_WRITE | RegionAccess.REMOTE_ATOMIC;

  private RegionChecks() {}

  /**
   * Rejects unknown rights, rights that need others, and writing to memory that is read-only;
   * {@code call} is the C name of the caller.
   */
  public static void requireAccess(String call, MemorySegment memory, int access) {
    boolean writes = (access & WRITING_BITS) != 0;
    boolean writesHere = (access & RegionAccess.LOCAL_WRITE) != 0;
    if ((access & ~DeviceLimits.KNOWN_ACCESS) != 0) {
      throw invalid(call, access, "Allowed: " + RegionAccess.describe(DeviceLimits.KNOWN_ACCESS));
    }
    if (writes && !writesHere) {
      throw invalid(call, access, "Remote writing and atomics need IBV_ACCESS_LOCAL_WRITE too");
    }
    if (writesHere && memory.isReadOnly()) {
      throw new VerbsException(
          VerbsErrno.EACCES, call, "memory=" + memory + " is read-only", "Ask for reading only");
    }
  }

  private static VerbsException invalid(String call, int access, String hint) {
    return new VerbsException(
        VerbsErrno.EINVAL, call, "access=" + RegionAccess.describe(access), hint);
  }
}
