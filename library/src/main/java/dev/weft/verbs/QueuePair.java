package dev.weft.verbs;

import dev.weft.argument.Require;

/**
 * {@code struct ibv_qp}: a send queue and a receive queue, and where they stand. Any thread may
 * call, unless its domain has a thread domain.
 */
public interface QueuePair extends VerbsObject {

  /** {@code qp_num}: 24 bits, by which peers reach it. */
  int qpNum();

  /** {@code qp_type}. */
  QueuePairType type();

  /** {@code state}: where it stands now. */
  QueuePairState state();

  /** {@code qp_context}: what was given at creation; may be null. */
  Object context();

  /** {@code pd}. */
  ProtectionDomain protectionDomain();

  /** {@code send_cq}: where its send queue reports. */
  CompletionQueue sendCq();

  /** {@code recv_cq}: where its receive queue reports. */
  CompletionQueue receiveCq();

  /** {@code srq}: where it takes its receives from, or null. */
  SharedReceiveQueue sharedReceiveQueue();

  /** What it has, at least what was asked for: {@code ibv_qp_init_attr} as it came back. */
  QueuePairCapabilities capabilities();

  /** {@link #modify(QueuePairAttributes, int)} of every attribute that was set. */
  default int modify(QueuePairAttributes attributes) {
    return modify(attributes, Require.notNull("attributes", attributes).mask());
  }

  /**
   * {@code ibv_modify_qp(3)}: goes to another state or changes attributes (VQ-43 to VQ-45, T5).
   *
   * @param mask {@link QueuePairAttributeMask}: which attributes count
   * @return 0; {@link VerbsErrno#EINVAL} if the move is not legal, lacks an attribute or has one
   *     that is not allowed there, and nothing has changed
   */
  int modify(QueuePairAttributes attributes, int mask);

  /** {@code ibv_query_qp(3)}: every attribute as it is now. */
  QueuePairAttributes query();

  /** {@link #postSend(SendWorkRequest, BadRequest)} for who does not ask which one was bad. */
  default int postSend(SendWorkRequest first) {
    return postSend(first, null);
  }

  /**
   * {@code ibv_post_send(3)}: posts a request and those chained to it (VQ-01 to VQ-14).
   *
   * @param bad where the first that was not posted is put; may be null
   * @return 0; {@link VerbsErrno#EINVAL} for a request or a state that is not allowed; {@link
   *     VerbsErrno#ENOMEM} if the send queue is full
   */
  int postSend(SendWorkRequest first, BadRequest<SendWorkRequest> bad);

  /** {@link #postRecv(ReceiveWorkRequest, BadRequest)} for who does not ask which one was bad. */
  default int postRecv(ReceiveWorkRequest first) {
    return postRecv(first, null);
  }

  /**
   * {@code ibv_post_recv(3)}: posts buffers and those chained to them (VQ-01, VQ-02, VQ-05).
   *
   * @param bad where the first that was not posted is put; may be null
   * @return 0; {@link VerbsErrno#EINVAL} for a request or a state that is not allowed, or where
   *     there is a shared receive queue; {@link VerbsErrno#ENOMEM} if the receive queue is full
   */
  int postRecv(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad);

  /**
   * {@code ibv_wr_start(3)}: begins a list of requests that are built in place; it is posted by
   * {@link WorkBuilder#complete} or dropped by {@link WorkBuilder#abort}. Others that post wait
   * until then. Only the thread that called this may build, complete or abort: for others the
   * builder's methods throw {@link IllegalStateException}.
   *
   * @return always the same object
   */
  WorkBuilder startWork();

  /**
   * {@code ibv_bind_mw(3)}: posts the bind of a type 1 window, whose key changes at once (VQ-34).
   *
   * @param wrId what the completion gives back
   * @param flags {@link SendFlags}
   * @return 0; {@link VerbsErrno#EINVAL} for a type 2 window, or no region but an address or a
   *     length; {@link VerbsErrno#EPERM} for a region of another domain
   */
  int bindMw(MemoryWindow window, long wrId, int flags, MemoryWindowBind bind);
}
