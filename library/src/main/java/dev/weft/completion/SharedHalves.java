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
public record SharedHalves(
    WorkCompletionQueue queue,
    CompletionWriter writer,
    CompletionReader reader,
    WorkCompletionSource source,
    Notifier notifierOrNull) {

  static SharedHalves of(
      WorkCompletionQueue queue, WorkCompletionSource source, Notifier notifierOrNull) {
    CompletionRing now = queue.ring();
    SharedWriter writer = new SharedWriter(queue, now);
    return new SharedHalves(queue, writer, new SharedReader(queue, now), source, notifierOrNull);
  }

  /** Leaves the queue; nothing may be promised any more. */
  public void leave() {
    queue.leave(this);
  }
}
