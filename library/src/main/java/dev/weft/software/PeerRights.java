package dev.weft.software;

import dev.weft.wire.FrameReader;

/**
 * What peers may do with an endpoint. What they may not is refused with {@code EACCES} at the
 * initiator and leaves no trace at the target.
 *
 * @param messages untagged messages are received
 * @param tagged tagged messages are received
 * @param reads registered memory may be read
 * @param writes registered memory may be written
 */
public record PeerRights(boolean messages, boolean tagged, boolean reads, boolean writes) {
  private static final int NO_MESSAGES = 1;
  private static final int NO_TAGGED = 2;

  /** The bits that {@link #refuses} tests, for {@link dev.weft.wire.PortOwner#refuses}. */
  int refusals() {
    return (messages ? 0 : NO_MESSAGES) | (tagged ? 0 : NO_TAGGED);
  }

  /** Whether an endpoint with these refusals does not receive such messages. */
  static boolean refuses(int refusals, boolean tagged) {
    return (refusals & (tagged ? NO_TAGGED : NO_MESSAGES)) != 0;
  }

  /** Whether the message of this frame is one that the endpoint does not receive. */
  static boolean refuses(int refusals, long header) {
    return refuses(refusals, (FrameReader.flags(header) & Frames.TAGGED) != 0);
  }

  /** Whether registered memory may be read, or written. */
  boolean allows(boolean write) {
    return write ? writes : reads;
  }
}
