package dev.weft.wire;

/** What no peer may do; the link to one that did is broken off. */
public enum ProtocolViolation {
  /** A frame that does not fit into its ring, or is less than one. */
  UNSOUND_FRAME(1001, "The peer wrote a frame of a size that none can have"),

  /** A frame of a kind that there is not. */
  UNKNOWN_FRAME(1002, "The peer wrote a frame of an unknown kind"),

  /** A frame that answers nothing, or speaks of what there is not. */
  FORBIDDEN_FRAME(
      1003, "The peer wrote a frame that it may not write, or one with a wrong length or number"),

  /** The reader's position is beyond the writer's, or goes back. */
  WRONG_POSITION(1004, "The peer says that it has read what was never written"),

  /** Memory that was shown is not there. */
  MISSING_MEMORY(1005, "The peer took memory away that it shares"),

  /** A copy that does not end. */
  ENDLESS_ACCESS(1006, "The peer did not leave memory of this side that was to be closed"),

  /** An error of this side, which a frame of the peer has brought about. */
  FAILED_FRAME(1007, "A frame of the peer could not be taken; the log says why");

  private final int number;
  private final String text;

  ProtocolViolation(int number, String text) {
    this.number = number;
    this.text = text;
  }

  /** The number that a completion carries, above all that the system and libfabric have. */
  public int number() {
    return number;
  }

  /** What has this number, or null. */
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
