package dev.weft.nic.matching;

import dev.weft.nic.message.HashChains;

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
  private final HashChains<PostedReceive> chains = new HashChains<>();

  private static int chain(PostedReceive receive) {
    return receive.ignore == 0 ? HashChains.of(receive.tag, receive.source) : HashChains.REST;
  }

  /** Adds a receive at its place in the order of posting, which is mostly the last. */
  void add(PostedReceive receive) {
    int chain = chain(receive);
    PostedReceive before = chains.last(chain);
    while (before != null && before.order > receive.order) {
      before = chains.previous(before);
    }
    chains.addBehind(chain, before, receive);
  }

  void remove(PostedReceive receive) {
    chains.remove(chain(receive), receive);
  }

  /** The receive for a message, or null. */
  PostedReceive find(long tag, long source) {
    PostedReceive found = find(HashChains.of(tag, PostedReceive.ANY_SOURCE), tag, source);
    found = older(found, find(HashChains.of(tag, source), tag, source));
    return older(found, find(HashChains.REST, tag, source));
  }

  private PostedReceive find(int chain, long tag, long source) {
    PostedReceive receive = chains.first(chain);
    while (receive != null && !receive.accepts(tag, source)) {
      receive = chains.next(receive);
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
