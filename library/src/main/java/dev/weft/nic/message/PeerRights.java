package dev.weft.nic.message;

import dev.weft.wire.FrameReader;

/**
 * What peers may do with an endpoint. Anything else fails with {@code EACCES} at the initiator and
 * has no effect at the target. An access to registered memory needs the right for its kind and for
 * its direction.
 *
 * @param messages untagged messages are received
 * @param tagged tagged messages are received
 * @param rma remote reads and writes may access registered memory
 * @param atomics atomic operations may access registered memory
 * @param reads registered memory may be read
 * @param writes registered memory may be written
 */
public record PeerRights(
    boolean messages, boolean tagged, boolean rma, boolean atomics, boolean reads, boolean writes) {
  private static final int NO_MESSAGES = 1;
  private static final int NO_TAGGED = 2;
  private static final int NO_RMA = 4;
  private static final int NO_ATOMICS = 8;
  private static final int NO_READS = 16;
  private static final int NO_WRITES = 32;

  /** The bits that {@link #refuses} tests, for {@link dev.weft.wire.PortListener#refuses}. */
  public int refusals() {
    return (messages ? 0 : NO_MESSAGES)
        | (tagged ? 0 : NO_TAGGED)
        | (rma ? 0 : NO_RMA)
        | (atomics ? 0 : NO_ATOMICS)
        | (reads ? 0 : NO_READS)
        | (writes ? 0 : NO_WRITES);
  }

  /** Whether an endpoint with these refusals refuses such messages. */
  public static boolean refuses(int refusals, boolean tagged) {
    return (refusals & (tagged ? NO_TAGGED : NO_MESSAGES)) != 0;
  }

  /** Whether an endpoint with these refusals refuses the message of this frame. */
  public static boolean refuses(int refusals, long header) {
    return refuses(refusals, (FrameReader.flags(header) & FrameKinds.TAGGED) != 0);
  }

  /** Whether an endpoint with these refusals refuses such accesses to its memory. */
  public static boolean refuses(int refusals, boolean atomic, boolean write) {
    int needed = (atomic ? NO_ATOMICS : NO_RMA) | (write ? NO_WRITES : NO_READS);
    return (refusals & needed) != 0;
  }
}
