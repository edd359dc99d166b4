package dev.weft.nic.matching;

/**
 * Finds posted receives by tag and source where there are many. A message is compared with three
 * chains; each is in the order of posting.
 *
 * <pre>
 *   receives of (hash of) the tag, from any source    --+
 *   receives of (hash of) the tag and the source      --+--> of the first in each that accepts it,
 *   receives that ignore bits of the tag              --+    the one posted first
 * </pre>
 */
final class ReceiveIndex {
  /** Chains for receives with a whole tag; a power of two. */
  private static final int CHAINS = 4096;

  /** The chain of receives that ignore bits. */
  private static final int IGNORING = CHAINS;

  /** 2^64 divided by the golden ratio: spreads neighbouring tags. */
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(CHAINS);

  private final PostedReceive[] first = new PostedReceive[CHAINS + 1];
  private final PostedReceive[] last = new PostedReceive[CHAINS + 1];

  private static int chain(PostedReceive receive) {
    return receive.ignore == 0 ? chain(receive.tag, receive.source) : IGNORING;
  }

  private static int chain(long tag, long source) {
    return (int) (((tag + source * SPREAD) * SPREAD) >>> SHIFT);
  }

  /** Adds a receive at its place in the order of posting, which is mostly the last. */
  void add(PostedReceive receive) {
    int chain = chain(receive);
    PostedReceive before = last[chain];
    while (before != null && before.order > receive.order) {
      before = before.chainPrevious;
    }
    receive.chainPrevious = before;
    receive.chainNext = before == null ? first[chain] : before.chainNext;
    link(chain, receive.chainPrevious, receive);
    link(chain, receive, receive.chainNext);
  }

  void remove(PostedReceive receive) {
    link(chain(receive), receive.chainPrevious, receive.chainNext);
    receive.chainPrevious = null;
    receive.chainNext = null;
  }

  /** Makes two receives neighbours; null stands for the begin or the end of the chain. */
  private void link(int chain, PostedReceive before, PostedReceive after) {
    if (before == null) {
      first[chain] = after;
    } else {
      before.chainNext = after;
    }
    if (after == null) {
      last[chain] = before;
    } else {
      after.chainPrevious = before;
    }
  }

  /** The receive for a message, or null. */
  PostedReceive find(long tag, long source) {
    PostedReceive found = find(chain(tag, PostedReceive.ANY_SOURCE), tag, source);
    found = older(found, find(chain(tag, source), tag, source));
    return older(found, find(IGNORING, tag, source));
  }

  private PostedReceive find(int chain, long tag, long source) {
    PostedReceive receive = first[chain];
    while (receive != null && !receive.accepts(tag, source)) {
      receive = receive.chainNext;
    }
    return receive;
  }

  private static PostedReceive older(PostedReceive one, PostedReceive other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.order <= other.order ? one : other;
  }
}
