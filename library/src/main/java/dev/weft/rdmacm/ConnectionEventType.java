package dev.weft.rdmacm;

/**
 * {@code enum rdma_cm_event_type}: how far a connection is. The numbers are those of C; what is
 * about resolving addresses and routes is left out, because on one host there is nothing to
 * resolve.
 */
public enum ConnectionEventType {
  /** {@code RDMA_CM_EVENT_CONNECT_REQUEST}: somebody calls; the event's id is for this caller. */
  CONNECT_REQUEST(4),
  /** {@code RDMA_CM_EVENT_CONNECT_ERROR}: the peer vanished before the connection was there. */
  CONNECT_ERROR(6),
  /** {@code RDMA_CM_EVENT_UNREACHABLE}: the peer's host does not answer. */
  UNREACHABLE(7),
  /** {@code RDMA_CM_EVENT_REJECTED}: the peer does not want, or nobody listens. */
  REJECTED(8),
  /** {@code RDMA_CM_EVENT_ESTABLISHED}: messages flow. */
  ESTABLISHED(9),
  /** {@code RDMA_CM_EVENT_DISCONNECTED}: either side has ended it; what was posted is flushed. */
  DISCONNECTED(10);

  private final int value;

  ConnectionEventType(int value) {
    this.value = value;
  }

  /** The number in C. */
  public int value() {
    return value;
  }
}
