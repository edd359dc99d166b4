package dev.weft.rdmacm;

/** {@code struct rdma_cm_event}: an event of a connection. */
public final class ConnectionEvent {
  private final ConnectionEventType type;
  private final ConnectionId id;
  private final byte[] privateData;

  ConnectionEvent(ConnectionEventType type, ConnectionId id, byte[] privateData) {
    this.type = type;
    this.id = id;
    this.privateData = privateData;
  }

  /** {@code event}. */
  public ConnectionEventType type() {
    return type;
  }

  /** {@code id}: the connection; for a connect request the new id, to be accepted or rejected. */
  public ConnectionId id() {
    return id;
  }

  /** {@code param.conn.private_data}: the peer's private data; may be empty. */
  public byte[] privateData() {
    return privateData.clone();
  }

  @Override
  public String toString() {
    return type + " of " + id + " with " + privateData.length + " byte(s)";
  }
}
