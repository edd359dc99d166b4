package dev.weft.nic.message;

/** Why an operation ends that needs a peer, or waits for its end. */
public enum PeerEnd {
  /** The connection of the endpoint has ended. */
  DISCONNECTED(1101, ErrorNumbers.CANCELED, "The connection ended before the operation did"),

  /** The peer's last link was lost. */
  LEFT(1102, ErrorNumbers.PEER_LEFT, "The peer was closed, or its process ended"),

  /** There was no link to the peer, and none could be made. */
  ABSENT(1103, ErrorNumbers.UNREACHABLE, "No endpoint has the address of the peer");

  private final int number;
  private final int error;
  private final String text;

  PeerEnd(int number, int error, String text) {
    this.number = number;
    this.error = error;
    this.text = text;
  }

  /** The provider error, above all numbers of the system and of libfabric. */
  public int number() {
    return number;
  }

  /** The error number of the completion. */
  public int error() {
    return error;
  }

  /** The text of the provider error, without a full stop. */
  public String text() {
    return text;
  }

  /** The end with this number, or null. */
  public static PeerEnd of(int number) {
    for (PeerEnd each : values()) {
      if (each.number == number) {
        return each;
      }
    }
    return null;
  }
}
