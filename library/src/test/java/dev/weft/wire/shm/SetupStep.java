package dev.weft.wire.shm;

/** A step of a hostile peer that meets a victim: its own, or a request to the victim. */
public enum SetupStep {
  MEMORY,
  TABLE,
  PORT,
  /** Listens, so that the victim can connect. */
  SOCKET,
  CONNECT_LIVENESS,
  CONNECT_WAKE,
  LINK,
  SEND_LIVENESS,
  SEND_WAKE,
  /** Tells the victim that a peer has connected. */
  ANNOUNCE,
  /** Writes a message into the ring of the link. */
  FRAME,
  /** Rings the victim's doorbell. */
  RING,
  /** Accepts the victim's connections. */
  ACCEPT,
  LEAVE,
  HANG_UP,
  /** The victim posts a receive. */
  RECEIVE,
  /** The victim reads the memory that the peer grants. */
  READ,
  /** The victim writes into the memory that the peer grants. */
  WRITE,
  /** The victim sends, which the peer never acknowledges. */
  SEND,
  /** The victim registers and closes a region. */
  REGISTER;

  /** Whether the victim does it. */
  public boolean isOfVictim() {
    return compareTo(RECEIVE) >= 0;
  }

  /** Whether a peer cannot connect without it. */
  boolean connects() {
    return compareTo(CONNECT_LIVENESS) >= 0 && compareTo(SEND_WAKE) <= 0;
  }
}
