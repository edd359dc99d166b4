package dev.weft.verbs;

/**
 * {@code enum ibv_qp_state}: where a queue pair stands; its legal moves are table T5 (VQ-43 to
 * VQ-45).
 */
public enum QueuePairState {
  /** {@code IBV_QPS_RESET}: empty, nothing can be posted. */
  RESET(0),
  /** {@code IBV_QPS_INIT}: receives can be posted and wait. */
  INIT(1),
  /** {@code IBV_QPS_RTR}: ready to receive. */
  RTR(2),
  /** {@code IBV_QPS_RTS}: ready to send too. */
  RTS(3),
  /** {@code IBV_QPS_SQD}: the send queue drains; what is posted waits. */
  SQD(4),
  /** {@code IBV_QPS_SQE}: the send queue is in error, receiving goes on (UC, UD and RD). */
  SQE(5),
  /** {@code IBV_QPS_ERR}: everything is flushed. */
  ERR(6),
  /** {@code IBV_QPS_UNKNOWN}: the device cannot tell. */
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
