package dev.weft.nic.queuepair;

/** Range checks of queue pair attributes. */
final class AttributeRanges {
  static final int MOST_READS = 16;
  private static final int LARGEST_MTU = 5;

  private AttributeRanges() {}

  static boolean allow(Attributes wanted, int mask) {
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
