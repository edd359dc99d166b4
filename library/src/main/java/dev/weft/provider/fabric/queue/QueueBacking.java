package dev.weft.provider.fabric.queue;

import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionRing;
import dev.weft.completion.CompletionWriter;
import dev.weft.completion.RingStatistics;
import dev.weft.completion.Sharing;
import dev.weft.completion.work.PeerQueue;
import dev.weft.completion.work.WorkCompletionOwner;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.recording.OpenQueue;

/**
 * The storage of a queue's entries: its own ring, or ({@code FI_PEER}) a verbs queue, which both
 * APIs then read through one index.
 */
record QueueBacking(
    CompletionWriter writer,
    CompletionReader reader,
    CompletionRing ringOrNull,
    PeerQueue sharedOrNull,
    OpenQueue openOrNull) {
  static final int DEFAULT_SIZE = 1024;

  private static boolean progress(SoftwareCompletionQueue queue) {
    queue.progress();
    return true; // there may have been work
  }

  /** Checked by {@link AttributeChecks#completionQueue} before. */
  static QueueBacking of(
      CompletionQueueAttributes attributes, Object context, SoftwareCompletionQueue queue) {
    if ((attributes.flags() & CompletionQueueAttributes.PEER) != 0) {
      WorkCompletionOwner owner = (WorkCompletionOwner) context;
      PeerQueue shared =
          owner.workCompletions().share(() -> progress(queue), queue.waiting().publications());
      return new QueueBacking(shared.writer(), shared.reader(), null, shared, null);
    }
    int size = attributes.size() == 0 ? DEFAULT_SIZE : (int) attributes.size();
    Sharing sharing = queue.domain().isThreadSafe() ? Sharing.MULTI : Sharing.SINGLE;
    CompletionRing ring =
        CompletionRing.withUnposted(size, sharing, queue.waiting().publications());
    OpenQueue open =
        OpenQueue.of(
            "fi_cq",
            () -> RingStatistics.of(ring),
            queue.machines::addresses,
            queue.waiting()::waitingThreads);
    return new QueueBacking(ring.writer(), ring.reader(), ring, null, open);
  }

  int capacity() {
    return sharedOrNull == null ? ringOrNull.capacity() : sharedOrNull.queue().capacity();
  }

  /** Called when the queue closes. */
  void leave() {
    if (sharedOrNull == null) {
      openOrNull.close();
    } else {
      sharedOrNull.leave();
    }
  }

  @Override
  public String toString() {
    return String.valueOf(sharedOrNull == null ? ringOrNull : sharedOrNull.queue());
  }
}
