package dev.weft.verbs;

import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.WorkCompletionBatch;

/**
 * {@code struct ibv_cq}: the queue of completions of work queues, oldest first.
 *
 * <p>Any thread may call, unless the queue was created {@link CompletionQueueInit#SINGLE_THREADED}.
 * Destroying it fails while a work queue uses it (VC-22), and waits until all events that were
 * taken are acknowledged (VN-30).
 *
 * <p>Every method but {@link #cqe}, {@link #context}, {@link #channel}, {@link #lostCompletions}
 * and {@link #ackEvents} throws {@link IllegalStateException} once the queue is destroyed (VC-25).
 */
public interface CompletionQueue extends VerbsObject {

  /** {@code cqe}: capacity in entries, all of them usable (VC-01, VC-03, VC-13). */
  int cqe();

  /** {@code cq_context}: the context given at creation; may be null (VC-08). */
  Object context();

  /** {@code channel}: the channel of its events, or null (VC-07). */
  CompletionChannel channel();

  /**
   * {@code ibv_poll_cq(3)}: takes the oldest completions (VP-01 to VP-17). Never blocks and does
   * not change the notify state.
   *
   * @param batch receives the completions, from slot 0; slots past the result are not changed; may
   *     be null if {@code count} is 0
   * @param count maximum number to take, 0 to {@link WorkCompletionBatch#capacity()}
   * @return the number taken; 0 if there is none; {@code -EINVAL} for a negative count or a batch
   *     that is too small; {@code -EIO} instead of 0 for a queue that has overrun. It may still get
   *     completions of endpoints that share it, whose entries are reserved
   * @throws IllegalArgumentException for a batch that is null, read-only or confined to another
   *     thread; {@link IllegalStateException} for one that is closed; no completion is lost
   */
  int poll(WorkCompletionBatch batch, int count);

  /**
   * {@code ibv_req_notify_cq(3)}: arms the queue for one event, raised by a completion that is
   * added later (VN-01 to VN-15). Arm first, then drain, then wait.
   *
   * @param solicitedOnly whether only solicited and failed completions count
   * @return 0, or a positive {@link VerbsErrno}
   */
  int requestNotify(boolean solicitedOnly);

  /**
   * {@code ibv_ack_cq_events(3)}: acknowledges events. Each event that was taken must be
   * acknowledged; acknowledging many at once is cheaper (VN-29).
   *
   * @param events 0 or more
   * @throws IllegalArgumentException if fewer events are unacknowledged; nothing is acknowledged
   *     then (VN-33)
   */
  void ackEvents(int events);

  /**
   * {@code ibv_resize_cq(3)}: changes the capacity and keeps the queued completions in order (VC-14
   * to VC-20).
   *
   * @param cqe minimum capacity in entries
   * @return 0; {@link VerbsErrno#EINVAL} if more completions are queued, or if out of range; the
   *     queue is then unchanged
   * @throws IllegalStateException if this thread has a batch of the queue open; nothing changes
   */
  int resize(int cqe);

  /**
   * {@code ibv_modify_cq(3)} with {@code IBV_CQ_ATTR_MODERATE}: delays events until so many
   * completions were added or so much time has passed (VC-26). Completions can be polled at once.
   * An event that is delayed comes at once when the values are set, also to the same ones.
   *
   * @param completions 0 to 65535; 0 or 1 for an event per completion
   * @param periodMicroseconds 0 to 65535; 0 for no limit
   * @return 0, or {@link VerbsErrno#EINVAL}
   */
  int modify(int completions, int periodMicroseconds);

  /** The number of completions lost because the queue was full (VX-11). */
  long lostCompletions();
}
