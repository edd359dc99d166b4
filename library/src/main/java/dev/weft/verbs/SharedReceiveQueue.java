package dev.weft.verbs;

import dev.weft.verbs.attributes.SharedReceiveQueueAttributes;
import dev.weft.verbs.attributes.SharedReceiveQueueType;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.TagOperation;

/**
 * {@code struct ibv_srq}: a queue of receives that several queue pairs share (VQ-42). Any thread
 * may call.
 *
 * <p>A queue pair that is reset or closed removes its completions from the completion queue, also
 * those of receives of this queue, which are then used without a completion. To learn of each, move
 * the queue pair to the error state, wait for {@link AsyncEventType#QP_LAST_WQE_REACHED}, poll the
 * completion queue, and reset or close it then.
 */
public interface SharedReceiveQueue extends VerbsObject {

  /** {@code srq_context}: the context given at creation; may be null. */
  Object context();

  /** {@code pd}. */
  ProtectionDomain protectionDomain();

  /** {@code srq_type}. */
  SharedReceiveQueueType type();

  /** {@code ibv_get_srq_num(3)}: XRC peers address the queue by it. */
  int number();

  /** {@code cq}: set for XRC and tag-matching queues, else null (VA-08). */
  CompletionQueue completionQueue();

  /** {@link #postRecv(ReceiveWorkRequest, BadRequest)} without reporting the rejected request. */
  default int postRecv(ReceiveWorkRequest first) {
    return postRecv(first, null);
  }

  /**
   * {@code ibv_post_srq_recv(3)}: posts a receive and those linked to it.
   *
   * @param bad receives the first request that was not posted; may be null
   * @return 0; {@link VerbsErrno#EINVAL} for an invalid request; {@link VerbsErrno#ENOMEM} if the
   *     queue is full
   */
  int postRecv(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad);

  /**
   * {@code ibv_post_srq_ops(3)}: changes the tag list (VQ-46 to VQ-48). If the shared queue of a
   * queue pair matches tags, the device uses that queue pair's send queue to read large messages,
   * and posting to it returns {@link VerbsErrno#EINVAL}.
   *
   * @param bad receives the first operation that was not posted; may be null
   * @return 0; {@link VerbsErrno#EINVAL} for an invalid operation, a report of more unexpected
   *     messages than have arrived, or a queue that does not match tags; {@link VerbsErrno#ENOMEM}
   *     if the tag list is full, or more operations are linked than {@code max_ops}
   */
  int postOps(TagOperation first, BadRequest<TagOperation> bad);

  /**
   * {@code ibv_modify_srq(3)}.
   *
   * @param mask {@link SharedReceiveQueueAttributes#LIMIT}; the software devices do not resize a
   *     shared receive queue, and refuse {@link SharedReceiveQueueAttributes#MAX_WR}
   * @return 0, or {@link VerbsErrno#EINVAL}
   */
  int modify(SharedReceiveQueueAttributes attributes, int mask);

  /** {@code ibv_query_srq(3)}: the limit is 0 after its event was raised. */
  SharedReceiveQueueAttributes query();
}
