package dev.weft.completion;

import dev.weft.wait.Notifier;

/**
 * The place of one {@code fi_cq(3)} in a queue that verbs opened: what its endpoints write with,
 * and what its readers read with.
 *
 * @param queue whose both halves are
 * @param writer promises and completes
 * @param reader takes out what either vocabulary has written
 * @param source lets the endpoints go on when there is nothing to read
 * @param notifierOrNull told of every entry
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

  /** Leaves the queue; nothing may be promised any more. */
  public void leave() {
    queue.leave(this);
  }
}
