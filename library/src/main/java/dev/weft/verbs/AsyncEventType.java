package dev.weft.verbs;

import dev.weft.argument.Numbers;

/** {@code enum ibv_event_type}: the type of an {@link AsyncEvent}. */
public enum AsyncEventType {
  /** {@code IBV_EVENT_CQ_ERR}: the completion queue overran (VQ-49). */
  CQ_ERR(0),
  /** {@code IBV_EVENT_QP_FATAL}: the queue pair failed. */
  QP_FATAL(1),
  /** {@code IBV_EVENT_QP_REQ_ERR}: a peer's request was invalid. */
  QP_REQ_ERR(2),
  /** {@code IBV_EVENT_QP_ACCESS_ERR}: a peer's request violated the protection (VQ-27). */
  QP_ACCESS_ERR(3),
  /** {@code IBV_EVENT_COMM_EST}: a message arrived before RTS. */
  COMM_EST(4),
  /** {@code IBV_EVENT_SQ_DRAINED}: the send queue has drained (VQ-44). */
  SQ_DRAINED(5),
  /** {@code IBV_EVENT_PATH_MIG}: the path migrated. */
  PATH_MIG(6),
  /** {@code IBV_EVENT_PATH_MIG_ERR}: the path did not migrate. */
  PATH_MIG_ERR(7),
  /** {@code IBV_EVENT_DEVICE_FATAL}: the device failed. */
  DEVICE_FATAL(8),
  /** {@code IBV_EVENT_PORT_ACTIVE}: the port came up. */
  PORT_ACTIVE(9),
  /** {@code IBV_EVENT_PORT_ERR}: the port went down. */
  PORT_ERR(10),
  /** {@code IBV_EVENT_LID_CHANGE}: the port's LID changed. */
  LID_CHANGE(11),
  /** {@code IBV_EVENT_PKEY_CHANGE}: the partition keys changed. */
  PKEY_CHANGE(12),
  /** {@code IBV_EVENT_SM_CHANGE}: the subnet manager changed. */
  SM_CHANGE(13),
  /** {@code IBV_EVENT_SRQ_ERR}: the shared receive queue failed. */
  SRQ_ERR(14),
  /** {@code IBV_EVENT_SRQ_LIMIT_REACHED}: the shared receive queue fell below its limit (VQ-42). */
  SRQ_LIMIT_REACHED(15),
  /**
   * {@code IBV_EVENT_QP_LAST_WQE_REACHED}: the failed queue pair takes no more from its shared
   * receive queue (VQ-17).
   */
  QP_LAST_WQE_REACHED(16),
  /** {@code IBV_EVENT_CLIENT_REREGISTER}: the subnet manager asks to register again. */
  CLIENT_REREGISTER(17),
  /** {@code IBV_EVENT_GID_CHANGE}: the port's GIDs changed. */
  GID_CHANGE(18),
  /** {@code IBV_EVENT_WQ_FATAL}: the work queue failed. */
  WQ_FATAL(19),
  /** {@code IBV_EVENT_DEVICE_SPEED_CHANGE}: the device's speed changed. */
  DEVICE_SPEED_CHANGE(20);

  private final int value;

  AsyncEventType(int value) {
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
  public static AsyncEventType of(int value) {
    return Numbers.constant(values(), AsyncEventType::value, value);
  }
}
