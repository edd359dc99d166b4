package dev.weft.nic.queuepair;

/** The result of a request frame that is not rejected with a NAK code of {@link PacketFormat}. */
final class FrameOutcome {
  /** The frame was accepted, and its request is not complete. */
  static final int PART_TAKEN = -1;

  /** The request is complete. */
  static final int TAKEN = -2;

  /** The frame is a protocol violation. */
  static final int MALFORMED = -3;

  /** No receive was posted. */
  static final int NOT_READY = -4;

  private FrameOutcome() {}
}
