package dev.weft.nic.packet;

/** The result of a request frame that is not rejected with a NAK code of {@link PacketFormat}. */
public final class FrameOutcome {
  /** The frame was accepted, and its request is not complete. */
  public static final int PART_TAKEN = -1;

  /** The request is complete. */
  public static final int TAKEN = -2;

  /** The frame is a protocol violation. */
  public static final int MALFORMED = -3;

  /** No receive was posted. */
  public static final int NOT_READY = -4;

  private FrameOutcome() {}
}
