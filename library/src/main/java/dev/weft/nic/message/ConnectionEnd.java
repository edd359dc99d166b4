package dev.weft.nic.message;

/** The provider error of operations that are cancelled because their connection has ended. */
public final class ConnectionEnd {
  /** The number in the completion, above all numbers of the system and of libfabric. */
  public static final int NUMBER = 1101;

  /** The text, without a full stop. */
  public static final String TEXT = "The connection ended before the operation did";

  private ConnectionEnd() {}
}
