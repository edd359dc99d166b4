package dev.weft.nic.endpoint;

/** Why an operation is cancelled that nobody has cancelled: its connection has ended. */
public final class ConnectionEnd {
  /** The number that a completion carries, above all that the system and libfabric have. */
  public static final int NUMBER = 1101;

  /** A sentence without its full stop. */
  public static final String TEXT = "The connection ended before the operation did";

  private ConnectionEnd() {}
}
