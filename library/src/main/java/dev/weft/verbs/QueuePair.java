package dev.weft.verbs;

import dev.weft.argument.Require;
import dev.weft.verbs.attributes.QueuePairAttributeMask;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;

/**
 * {@code struct ibv_qp}: a send queue and a receive queue with a common state. Any thread may call,
 * unless its domain has a thread domain.
 */
public interface QueuePair extends VerbsObject {

  /** {@code qp_num}: 24 bits; peers address the queue pair by it. */
  int qpNum();

  /** {@code qp_type}. */
  QueuePairType type();

  /** {@code state}: the current state. */
  QueuePairState state();

  /** {@code qp_context}: the context given at creation; may be null. */
  Object context();

  /** {@code pd}. */
  ProtectionDomain protectionDomain();

  /** {@code send_cq}: receives the completions of the send queue. */
  CompletionQueue sendCq();

  /** {@code recv_cq}: receives the completions of the receive queue. */
  CompletionQueue receiveCq();

  /** {@code srq}: the shared receive queue that it uses, or null. */
  SharedReceiveQueue sharedReceiveQueue();

  /** {@code sq_sig_all}: whether every send request completes with a work completion (VQ-07). */
  boolean signalAll();

  /** The actual capacities, at least those requested: {@code ibv_qp_init_attr} as returned. */
  QueuePairCapabilities capabilities();

  /** {@link #modify(QueuePairAttributes, int)} with every attribute that was set. */
  default int modify(QueuePairAttributes attributes) {
    return modify(attributes, Require.notNull("attributes", attributes).mask());
  }

  /**
   * {@code ibv_modify_qp(3)}: changes the state or other attributes (VQ-43 to VQ-45).
   *
   * @param mask {@link QueuePairAttributeMask}: selects the attributes
   * @return 0; {@link VerbsErrno#EINVAL} if the transition is not legal, lacks an attribute or has
   *     one that is not allowed, or leads from SQD to SQD or RTS while requests are under way
   *     ({@link QueuePairAttributes#sendQueueDraining}), and nothing has changed
   */
  int modify(QueuePairAttributes attributes, int mask);

  /** {@link #explainModify(QueuePairAttributes, int)} of every attribute that was set. */
  default String explainModify(QueuePairAttributes attributes) {
    return explainModify(attributes, Require.notNull("attributes", attributes).mask());
  }

  /**
   * Says why {@link #modify(QueuePairAttributes, int)} would refuse these attributes now. No C
   * counterpart.
   *
   * @param mask {@link QueuePairAttributeMask}: selects the attributes
   * @return what is wrong and what is allowed, in the names of C; empty if nothing is wrong
   */
  String explainModify(QueuePairAttributes attributes, int mask);

  /**
   * {@code ibv_query_qp(3)}: the current value of every attribute; those of creation are {@link
   * #capabilities}, {@link #signalAll} and the other methods of this interface. The mask of the
   * result is 0: it can be changed by {@link QueuePairAttributes#toBuilder} and passed to {@link
   * #modify(QueuePairAttributes)}, which then takes only what was set.
   */
  QueuePairAttributes query();

  /** {@link #postSend(SendWorkRequest, BadRequest)} without reporting the rejected request. */
  default int postSend(SendWorkRequest first) {
    return postSend(first, null);
  }

  /**
   * {@code ibv_post_send(3)}: posts a request and those linked to it (VQ-01 to VQ-14).
   *
   * <p>A request keeps its place in the send queue until its completion is in the completion queue,
   * polled or not. An unsignaled one keeps it until a later completion of this queue pair is there
   * (VQ-10), so that at least one request of each {@code max_send_wr} must be signaled. {@link
   * VerbsErrno#ENOMEM} does therefore not keep a completion queue of {@code max_send_wr} entries
   * from overrunning: count what is posted and not polled yet.
   *
   * @param bad receives the first request that was not posted; may be null
   * @return 0; {@link VerbsErrno#EINVAL} for an invalid request or state; {@link VerbsErrno#ENOMEM}
   *     if the send queue is full
   */
  int postSend(SendWorkRequest first, BadRequest<SendWorkRequest> bad);

  /** {@link #postRecv(ReceiveWorkRequest, BadRequest)} without reporting the rejected request. */
  default int postRecv(ReceiveWorkRequest first) {
    return postRecv(first, null);
  }

  /**
   * {@code ibv_post_recv(3)}: posts a receive and those linked to it (VQ-01, VQ-02, VQ-05).
   *
   * @param bad receives the first request that was not posted; may be null
   * @return 0; {@link VerbsErrno#EINVAL} for an invalid request or state, or with a shared receive
   *     queue; {@link VerbsErrno#ENOMEM} if the receive queue is full
   */
  int postRecv(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad);

  /**
   * {@code ibv_wr_start(3)}: begins a list of requests that are built in place. {@link
   * WorkBuilder#complete} posts it, {@link WorkBuilder#abort} discards it. Other posting threads
   * wait until then. Only the calling thread may build, complete or abort: for others the builder's
   * methods throw {@link IllegalStateException}.
   *
   * @return always the same object
   */
  WorkBuilder startWork();

  /**
   * {@code ibv_bind_mw(3)}: posts the bind of a type 1 window, whose key changes at once (VQ-34).
   *
   * @param wrId returned in the completion
   * @param flags {@link SendFlags}
   * @return 0; {@link VerbsErrno#EINVAL} for a type 2 window, an address or length without a
   *     region, or an invalid state; {@link VerbsErrno#EPERM} for a region of another domain;
   *     {@link VerbsErrno#ENOMEM} if the send queue is full
   */
  int bindMw(MemoryWindow window, long wrId, int flags, MemoryWindowBind bind);

  /**
   * Says why {@link #bindMw} would refuse these arguments now, except that the send queue is full.
   * No C counterpart.
   *
   * @return what is wrong and what is allowed, in the names of C; empty if nothing is wrong, or the
   *     provider does not say
   */
  default String explainBindMw(MemoryWindow window, int flags, MemoryWindowBind bind) {
    return "";
  }
}
