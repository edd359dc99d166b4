package dev.weft.verbs;

/**
 * {@code struct ibv_cq}: where work queues report what they have finished, oldest first.
 *
 * <p>Any thread may call, unless the queue was created {@link CompletionQueueInit#SINGLE_THREADED}.
 * Destroying it fails while a work queue uses it (VC-22), and waits for the events that were got
 * and not acked (VN-30).
 *
 * <p>Every method but {@link #cqe}, {@link #context}, {@link #channel} and {@link #ackEvents}
 * throws {@link IllegalStateException} once the queue is destroyed (VC-25).
 */
public interface CompletionQueue extends VerbsObject {

  /** {@code cqe}: entries that it holds, all of them usable (VC-01, VC-03, VC-13). */
  int cqe();

  /** {@code cq_context}: what was given at creation; may be null (VC-08). */
  Object context();

  /** {@code channel}: where its events go, or null (VC-07). */
  CompletionChannel channel();

  /**
   * {@code ibv_poll_cq(3)}: takes the oldest completions (VP-01 to VP-17). Never blocks, never
   * touches the notification.
   *
   * @param batch where they are put, from slot 0; slots past the answer are not touched
   * @param count at most so many, 0 to {@link WorkCompletionBatch#capacity()}
   * @return how many; 0 if there is none; {@code -EINVAL} for a negative count or a batch that is
   *     too small; {@code -EIO} of an overrun queue whose last completion was taken
   */
  int poll(WorkCompletionBatch batch, int count);

  /**
   * {@code ibv_req_notify_cq(3)}: asks for one event, for a completion that is added from now on
   * (VN-01 to VN-15). Arm first, then drain, then wait.
   *
   * @param solicitedOnly whether only solicited and failed completions count
   * @return 0, or a positive {@link VerbsErrno}
   */
  int requestNotify(boolean solicitedOnly);

  /**
   * {@code ibv_ack_cq_events(3)}: each event that was got must be acked; acking many at once is
   * cheaper (VN-29).
   *
   * @param events 0 or more
   * @throws IllegalArgumentException if fewer were got and not yet acked; nothing is acked (VN-33)
   */
  void ackEvents(int events);

  /**
   * {@code ibv_resize_cq(3)}: keeps what waits, in order (VC-14 to VC-20).
   *
   * @param cqe entries that it shall hold at least
   * @return 0; {@link VerbsErrno#EINVAL} if more wait, or out of range; the queue is then untouched
   * @throws IllegalStateException if this thread has a batch of the queue open; nothing changes
   */
  int resize(int cqe);

  /**
   * {@code ibv_modify_cq(3)} with {@code IBV_CQ_ATTR_MODERATE}: an event only after so many
   * completions or so much time (VC-26). Completions can be polled at once.
   *
   * @param completions 0 to 65535; 0 or 1 for every one
   * @param periodMicroseconds 0 to 65535; 0 for no limit
   * @return 0, or {@link VerbsErrno#EINVAL}
   */
  int modify(int completions, int periodMicroseconds);

  /** How many completions found it full and were lost (VX-11). */
  long lostCompletions();
}
