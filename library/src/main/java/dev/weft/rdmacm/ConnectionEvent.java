package dev.weft.rdmacm;

import dev.weft.verbs.VerbsErrno;

/** {@code struct rdma_cm_event}: an event of a connection. */
public final class ConnectionEvent {
  private final ConnectionEventType type;
  private final ConnectionId id;
  private final int status;
  private final byte[] privateData;
  private final ConnectionListener listener;

  ConnectionEvent(ConnectionEventType type, ConnectionId id, int status, byte[] privateData) {
    this(type, id, status, privateData, null);
  }

  private ConnectionEvent(
      ConnectionEventType type,
      ConnectionId id,
      int status,
      byte[] privateData,
      ConnectionListener listener) {
    this.type = type;
    this.id = id;
    this.status = status;
    this.privateData = privateData;
    this.listener = listener;
  }

  /** A request that a listener has received. */
  static ConnectionEvent request(ConnectionListener listener, ConnectionId id, byte[] privateData) {
    return new ConnectionEvent(ConnectionEventType.CONNECT_REQUEST, id, 0, privateData, listener);
  }

  /** {@code event}. */
  public ConnectionEventType type() {
    return type;
  }

  /** {@code id}: the connection; for a connect request the new id, to be accepted or rejected. */
  public ConnectionId id() {
    return id;
  }

  /** {@code listen_id}: the listener that has received a connect request; null for other events. */
  public ConnectionListener listener() {
    return listener;
  }

  /**
   * {@code status}: 0 without an error. Of {@link ConnectionEventType#REJECTED} the reason of the
   * InfiniBand architecture: 28 by the peer's program, 8 where no program listens. Of others a
   * negated number of {@link VerbsErrno}, such as {@code -EMFILE} where this process has no file
   * descriptor left.
   */
  public int status() {
    return status;
  }

  /** {@code param.conn.private_data}: the peer's private data; may be empty. */
  public byte[] privateData() {
    return privateData.clone();
  }

  @Override
  public String toString() {
    String why = status == 0 ? "" : ", status=" + status;
    return type + why + " of " + id + " with " + privateData.length + " byte(s)";
  }
}
