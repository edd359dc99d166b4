package dev.weft.completion.work;

import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionRing;
import dev.weft.completion.CompletionWriter;
import dev.weft.wait.Notifier;

/**
 * An {@code fi_cq(3)} that shares the queue of a verbs completion queue: the writer for its
 * endpoints and the reader for its callers.
 *
 * @param queue the shared queue
 * @param writer reserves and completes
 * @param reader takes entries that either API wrote
 * @param source drives progress of the endpoints when there is nothing to read
 * @param notifierOrNull notified of every entry
 */
public record PeerQueue(
    WorkCompletionQueue queue,
    CompletionWriter writer,
    CompletionReader reader,
    WorkCompletionSource source,
    Notifier notifierOrNull) {

  static PeerQueue of(
      WorkCompletionQueue queue, WorkCompletionSource source, Notifier notifierOrNull) {
    CompletionRing now = queue.ring();
    PeerWriter writer = new PeerWriter(queue, now);
    return new PeerQueue(queue, writer, new PeerReader(queue, now), source, notifierOrNull);
  }

  /** Detaches from the queue; nothing may be reserved after this. */
  public void leave() {
    queue.leave(this);
  }
}
