package dev.weft.wire;

/** Protocol violations of a peer. The link to the peer is broken. */
public enum ProtocolViolation {
  /** A frame whose size is below the minimum or does not fit into its ring. */
  UNSOUND_FRAME(1001, "The peer wrote a frame of a size that none can have"),

  /** A frame of an undefined kind. */
  UNKNOWN_FRAME(1002, "The peer wrote a frame of an unknown kind"),

  /** A frame that answers no request, or refers to an object that does not exist. */
  FORBIDDEN_FRAME(
      1003, "The peer wrote a frame that it may not write, or one with a wrong length or number"),

  /** The reader's position is beyond the writer's, or more than a ring behind it. */
  WRONG_POSITION(1004, "The peer says that it has read what was never written"),

  /** Shared memory is gone. */
  MISSING_MEMORY(1005, "The peer took memory away that it shares"),

  /** A copy that does not end. */
  ENDLESS_ACCESS(1006, "The peer did not leave memory of this side that was to be closed"),

  /** A local error while processing a frame of the peer. */
  FAILED_FRAME(1007, "A frame of the peer could not be taken; the log says why");

  private final int number;
  private final String text;

  ProtocolViolation(int number, String text) {
    this.number = number;
    this.text = text;
  }

  /** The number in completions, above all error numbers of the system and libfabric. */
  public int number() {
    return number;
  }

  /** The violation with this number, or null. */
  public static ProtocolViolation of(int number) {
    for (ProtocolViolation each : values()) {
      if (each.number == number) {
        return each;
      }
    }
    return null;
  }

  /** A sentence without its full stop. */
  public String text() {
    return text;
  }
}
