package dev.weft.nic.packet;

/**
 * Receives asynchronous events, with the numbers of {@code enum ibv_event_type}. Called with a
 * queue pair's lock held: must be short, and must not call back.
 */
public interface TransportEvents {
  /** {@code IBV_EVENT_QP_FATAL}. */
  int QP_FATAL = 1;

  /** {@code IBV_EVENT_QP_REQ_ERR}. */
  int QP_REQ_ERR = 2;

  /** {@code IBV_EVENT_QP_ACCESS_ERR}. */
  int QP_ACCESS_ERR = 3;

  /** {@code IBV_EVENT_COMM_EST}. */
  int COMM_EST = 4;

  /** {@code IBV_EVENT_SQ_DRAINED}. */
  int SQ_DRAINED = 5;

  /** {@code IBV_EVENT_SRQ_ERR}. */
  int SRQ_ERR = 14;

  /** {@code IBV_EVENT_SRQ_LIMIT_REACHED}. */
  int SRQ_LIMIT_REACHED = 15;

  /** {@code IBV_EVENT_QP_LAST_WQE_REACHED}. */
  int QP_LAST_WQE_REACHED = 16;

  /** Called for an event of the queue pair or shared receive queue that it was given to. */
  void happened(int event);
}
