package dev.weft.provider.fabric.check;

import dev.weft.fabric.Errno;
import dev.weft.fabric.message.OperationFlags;

/** The flags of calls that post. A call is refused for all others. */
public final class PostFlags {
  /** Flags with which an operation may start later. */
  public static final long LATER = OperationFlags.FENCE | OperationFlags.TRIGGER;

  /** Of sends, and of operations on a peer's memory. */
  public static final long SENDING =
      OperationFlags.COMPLETION
          | OperationFlags.INJECT
          | OperationFlags.INJECT_COMPLETE
          | OperationFlags.TRANSMIT_COMPLETE
          | OperationFlags.DELIVERY_COMPLETE
          | OperationFlags.MATCH_COMPLETE
          | OperationFlags.MORE
          | OperationFlags.REMOTE_CQ_DATA;

  /** Of receives. */
  public static final long RECEIVING =
      OperationFlags.COMPLETION
          | OperationFlags.MORE
          | OperationFlags.INJECT_COMPLETE
          | OperationFlags.TRANSMIT_COMPLETE
          | OperationFlags.DELIVERY_COMPLETE;

  /** Of tagged receives, besides {@link #RECEIVING}. */
  public static final long LOOKING =
      OperationFlags.PEEK | OperationFlags.CLAIM | OperationFlags.DISCARD;

  private static final long OPTIONAL =
      OperationFlags.COMMIT_COMPLETE | LATER | OperationFlags.AUTH_KEY;

  private PostFlags() {}

  /** 0, or why flags beyond the allowed ones are refused. */
  public static int refuse(long flags, long allowed) {
    long others = flags & ~allowed;
    if ((others & OPTIONAL) != 0) {
      return -Errno.EOPNOTSUPP;
    }
    return others == 0 ? 0 : -Errno.EBADFLAGS;
  }

  /** {@link #refuse} for a tagged receive. It discards what it looks at, or has claimed. */
  public static int refuseTagged(long flags) {
    boolean discardsNothing = (flags & LOOKING) == OperationFlags.DISCARD;
    return discardsNothing ? -Errno.EBADFLAGS : refuse(flags, RECEIVING | LOOKING);
  }
}
