package dev.weft.nic.packet;

/** Range checks of queue pair attributes. */
public final class AttributeRanges {
  static final int MOST_READS = 16;
  private static final int LARGEST_MTU = 5;

  private AttributeRanges() {}

  /** Whether a queue pair in this state may be modified with these attributes. */
  public static boolean allow(TransportType type, int state, Attributes wanted, int mask) {
    int to = (mask & Attributes.STATE) != 0 ? wanted.state : state;
    return States.allows(type, state, to, mask)
        && allow(wanted, mask)
        && allow(mask, Attributes.CURRENT_STATE, wanted.currentState, state, state);
  }

  private static boolean allow(Attributes wanted, int mask) {
    return allow(mask, Attributes.PATH_MTU, wanted.pathMtu, 1, LARGEST_MTU)
        && allow(mask, Attributes.TIMEOUT, wanted.timeout, 0, 31)
        && allow(mask, Attributes.RETRIES, wanted.retries, 0, 7)
        && allow(mask, Attributes.NOT_READY_RETRIES, wanted.notReadyRetries, 0, 7)
        && allow(mask, Attributes.NOT_READY_TIMER, wanted.notReadyTimer, 0, 31)
        && allow(mask, Attributes.MAX_READS, wanted.maxReads, 0, MOST_READS)
        && allow(mask, Attributes.MAX_READS_SERVED, wanted.maxReadsServed, 0, MOST_READS)
        && allow(mask, Attributes.PEER, wanted.peer, 0, SequenceNumbers.MASK);
  }

  private static boolean allow(int mask, int attribute, int value, int least, int most) {
    return (mask & attribute) == 0 || (value >= least && value <= most);
  }
}
