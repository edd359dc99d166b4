package dev.weft.rdmacm;

import dev.weft.rdmacm.CmChannel.CmMessage;
import dev.weft.verbs.VerbsErrno;

/** {@code struct rdma_cm_event}: an event of a connection. */
public final class ConnectionEvent {
  private final ConnectionEventType type;
  private final ConnectionId id;
  private final int status;
  private final String explanation;
  private final byte[] privateData;
  private final ConnectionListener listener;
  private final ConnectionParameters parameters;

  /** How a connection has ended. */
  ConnectionEvent(Ending how, ConnectionId id, byte[] privateData) {
    this.type = how.type();
    this.id = id;
    this.status = how.status();
    this.explanation = how.text();
    this.privateData = privateData;
    this.listener = null;
    this.parameters = null;
  }

  /** What a peer has sent: a request to a listener, or an answer if that is null. */
  ConnectionEvent(
      ConnectionEventType type, ConnectionId id, ConnectionListener listener, CmMessage message) {
    this.type = type;
    this.id = id;
    this.status = 0;
    this.explanation = "";
    this.privateData = message.privateData();
    this.listener = listener;
    this.parameters = message.parameters();
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
   * InfiniBand architecture: 28 by the peer's program, 8 where no program listens, 9 where the
   * peer's queue pair has another type, 12 where its device is in another network. Of others a
   * negated number of {@link VerbsErrno}, such as {@code -EMFILE} where this process has no file
   * descriptor left.
   */
  public int status() {
    return status;
  }

  /**
   * What the status is about, with what is allowed; empty if the status says all. No C counterpart.
   */
  public String explanation() {
    return explanation;
  }

  /** {@code param.conn.private_data}: the peer's private data; may be empty. */
  public byte[] privateData() {
    return privateData.clone();
  }

  /**
   * {@code param.conn}: what the peer asks of this side, as {@link ConnectionId#accept} takes it.
   * Its {@code initiator_depth} is here {@code responder_resources}, and the reverse. Of {@link
   * ConnectionEventType#CONNECT_REQUEST}, and of {@link ConnectionEventType#ESTABLISHED} on the
   * side that has connected; null for other events.
   */
  public ConnectionParameters parameters() {
    return parameters == null ? null : parameters.ofTheOtherSide();
  }

  @Override
  public String toString() {
    String about = explanation.isEmpty() ? "" : " (" + explanation + ")";
    String why = status == 0 ? "" : ", status=" + status + about;
    return type + why + " of " + id + " with " + privateData.length + " byte(s)";
  }
}
