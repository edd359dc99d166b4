package dev.weft.verbs;

/** {@code struct ibv_srq}: receives that several queue pairs share (VQ-42). Any thread may call. */
public interface SharedReceiveQueue extends VerbsObject {

  /** {@code srq_context}: what was given at creation; may be null. */
  Object context();

  /** {@code pd}. */
  ProtectionDomain protectionDomain();

  /** {@code srq_type}. */
  SharedReceiveQueueType type();

  /** {@code ibv_get_srq_num(3)}: by which XRC peers name it. */
  int number();

  /** {@code cq}: of XRC and tag-matching queues, else null (VA-08). */
  CompletionQueue completionQueue();

  /** {@link #postRecv(ReceiveWorkRequest, BadRequest)} for who does not ask which one was bad. */
  default int postRecv(ReceiveWorkRequest first) {
    return postRecv(first, null);
  }

  /**
   * {@code ibv_post_srq_recv(3)}: posts buffers and those chained to them.
   *
   * @param bad where the first that was not posted is put; may be null
   * @return 0; {@link VerbsErrno#EINVAL} for a request that is not allowed; {@link
   *     VerbsErrno#ENOMEM} if the queue is full
   */
  int postRecv(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad);

  /**
   * {@code ibv_post_srq_ops(3)}: changes the tag list (VQ-46 to VQ-48). The send queue of a queue
   * pair whose shared queue matches tags belongs to the device, which reads large messages through
   * it: whoever posts there gets {@link VerbsErrno#EINVAL}.
   *
   * @param bad where the first that was not posted is put; may be null
   * @return 0; {@link VerbsErrno#EINVAL} for an operation that is not allowed, a report of more
   *     unexpected messages than there were, or a queue that matches no tags; {@link
   *     VerbsErrno#ENOMEM} if the tag list is full, or more operations are chained than {@code
   *     max_ops}
   */
  int postOps(TagOperation first, BadRequest<TagOperation> bad);

  /**
   * {@code ibv_modify_srq(3)}.
   *
   * @param mask {@link SharedReceiveQueueAttributes#MAX_WR}, {@link
   *     SharedReceiveQueueAttributes#LIMIT}
   * @return 0, or {@link VerbsErrno#EINVAL}
   */
  int modify(SharedReceiveQueueAttributes attributes, int mask);

  /** {@code ibv_query_srq(3)}: the limit is 0 once its event was raised. */
  SharedReceiveQueueAttributes query();
}
