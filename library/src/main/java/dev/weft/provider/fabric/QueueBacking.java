package dev.weft.provider.fabric;

import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionRing;
import dev.weft.completion.CompletionWriter;
import dev.weft.completion.PeerQueue;
import dev.weft.completion.Sharing;
import dev.weft.completion.WorkCompletionOwner;
import dev.weft.fabric.CompletionQueueAttributes;

/**
 * Where the entries of a queue are: in a ring of its own, or ({@code FI_PEER}) in the queue of
 * another vocabulary, which both then read through one index.
 */
record QueueBacking(
    CompletionWriter writer,
    CompletionReader reader,
    CompletionRing ringOrNull,
    PeerQueue sharedOrNull) {
  static final int DEFAULT_SIZE = 1024;

  /** Checked by {@link AttributeChecks#completionQueue} before. */
  static QueueBacking of(
      CompletionQueueAttributes attributes, Object context, SoftwareCompletionQueue queue) {
    if ((attributes.flags() & CompletionQueueAttributes.PEER) != 0) {
      WorkCompletionOwner owner = (WorkCompletionOwner) context;
      PeerQueue shared =
          owner.workCompletions().share(queue::progress, queue.waiting().publications());
      return new QueueBacking(shared.writer(), shared.reader(), null, shared);
    }
    int size = attributes.size() == 0 ? DEFAULT_SIZE : (int) attributes.size();
    Sharing sharing = queue.domain().isThreadSafe() ? Sharing.MULTI : Sharing.SINGLE;
    CompletionRing ring =
        CompletionRing.withUnposted(size, sharing, queue.waiting().publications());
    return new QueueBacking(ring.writer(), ring.reader(), ring, null);
  }

  int capacity() {
    return sharedOrNull == null ? ringOrNull.capacity() : sharedOrNull.queue().capacity();
  }

  /** At the end of the queue. */
  void leave() {
    if (sharedOrNull != null) {
      sharedOrNull.leave();
    }
  }

  @Override
  public String toString() {
    return String.valueOf(sharedOrNull == null ? ringOrNull : sharedOrNull.queue());
  }
}
