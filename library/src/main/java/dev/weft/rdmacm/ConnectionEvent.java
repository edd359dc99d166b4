package dev.weft.rdmacm;

/** {@code struct rdma_cm_event}: what happened to a connection. */
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

  /** {@code id}: whose connection; of a request the new one, to be accepted or rejected. */
  public ConnectionId id() {
    return id;
  }

  /** {@code param.conn.private_data}: what the peer has said along with it; may be empty. */
  public byte[] privateData() {
    return privateData.clone();
  }

  @Override
  public String toString() {
    return type + " of " + id + " with " + privateData.length + " byte(s)";
  }
}
