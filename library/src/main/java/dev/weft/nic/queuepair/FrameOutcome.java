package dev.weft.nic.queuepair;

/**
 * What became of a frame of a request, where it was not refused with a code of {@link
 * PacketFormat}.
 */
final class FrameOutcome {
  /** The frame was taken, and its request is not complete. */
  static final int PART_TAKEN = -1;

  /** The request is complete. */
  static final int TAKEN = -2;

  /** No peer may write such a frame. */
  static final int MALFORMED = -3;

  /** There was no receive. */
  static final int NOT_READY = -4;

  private FrameOutcome() {}
}
