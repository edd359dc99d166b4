package dev.weft.software.fabric;

import dev.weft.fabric.CompletionQueueAttributes;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;

/** What the calls that open objects refuse, each with the errno that its clause names. */
final class OpenChecks {
  static final int MAX_QUEUE_SIZE = 1 << 24;

  private OpenChecks() {}

  static void flags(String call, long flags, long allowed) {
    if ((flags & ~allowed) != 0) {
      throw new FabricException(
          Errno.EINVAL,
          call,
          "flags=0x" + Long.toHexString(flags),
          "Allowed bits: 0x" + Long.toHexString(allowed));
    }
  }

  static void completionQueue(CompletionQueueAttributes attributes) {
    flags("fi_cq_open", attributes.flags(), CompletionQueueAttributes.AFFINITY);
    if (attributes.size() > MAX_QUEUE_SIZE) {
      throw new FabricException(
          Errno.EINVAL, "fi_cq_open", "size=" + attributes.size(), "Allowed: 0.." + MAX_QUEUE_SIZE);
    }
  }

  static long bindFlags(long flags, long allowed) {
    if ((flags & ~allowed) != 0) {
      throw new FabricException(
          Errno.EBADFLAGS,
          "fi_ep_bind",
          "flags=0x" + Long.toHexString(flags),
          "Allowed bits: 0x" + Long.toHexString(allowed));
    }
    return flags;
  }

  static FabricException invalid(String call, String detail, String hint) {
    return new FabricException(Errno.EINVAL, call, detail, hint);
  }
}
