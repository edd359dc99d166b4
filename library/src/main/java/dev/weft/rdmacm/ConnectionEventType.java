package dev.weft.rdmacm;

/**
 * {@code enum rdma_cm_event_type}: the type of a connection event. The numbers are those of C.
 * Events about resolving addresses and routes do not exist, because one host has nothing to
 * resolve.
 */
public enum ConnectionEventType {
  /** {@code RDMA_CM_EVENT_CONNECT_REQUEST}: a peer connects; the event carries its new id. */
  CONNECT_REQUEST(4),
  /**
   * {@code RDMA_CM_EVENT_CONNECT_ERROR}: the peer disconnected before ESTABLISHED, or this process
   * has no file descriptor left.
   */
  CONNECT_ERROR(6),
  /** {@code RDMA_CM_EVENT_UNREACHABLE}: the peer's host or program does not respond. */
  UNREACHABLE(7),
  /** {@code RDMA_CM_EVENT_REJECTED}: the peer rejected the request or does not listen. */
  REJECTED(8),
  /** {@code RDMA_CM_EVENT_ESTABLISHED}: the connection is ready for messages. */
  ESTABLISHED(9),
  /** {@code RDMA_CM_EVENT_DISCONNECTED}: either side disconnected; posted requests are flushed. */
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
