package dev.weft.verbs.attributes;

import dev.weft.argument.Numbers;

/**
 * {@code enum ibv_qp_state}: the state of a queue pair. {@code ibv_modify_qp(3)} lists the legal
 * transitions (VQ-43 to VQ-45).
 */
public enum QueuePairState {
  /** {@code IBV_QPS_RESET}: empty; nothing can be posted. */
  RESET(0),
  /** {@code IBV_QPS_INIT}: receives can be posted and stay queued. */
  INIT(1),
  /** {@code IBV_QPS_RTR}: ready to receive. */
  RTR(2),
  /** {@code IBV_QPS_RTS}: ready to send and receive. */
  RTS(3),
  /** {@code IBV_QPS_SQD}: the send queue drains; posted requests stay queued. */
  SQD(4),
  /** {@code IBV_QPS_SQE}: the send queue is in error, receives continue (UC, UD and RD). */
  SQE(5),
  /** {@code IBV_QPS_ERR}: all requests are flushed. */
  ERR(6),
  /** {@code IBV_QPS_UNKNOWN}: the device cannot determine the state. */
  UNKNOWN(7);

  private final int value;

  QueuePairState(int value) {
    this.value = value;
  }

  /** The number in C. */
  public int value() {
    return value;
  }

  /**
   * The constant with this C number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static QueuePairState of(int value) {
    return Numbers.constant(values(), QueuePairState::value, value);
  }
}
