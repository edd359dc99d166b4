package dev.weft.nic.packet;

import java.util.List;
import java.util.function.ToIntFunction;

/** Range checks of queue pair attributes. */
public final class AttributeRanges {
  static final int MAX_READS = 16;
  private static final int MAX_MTU = 5;

  private static final List<Range> RANGES =
      List.of(
          new Range(Attributes.PATH_MTU, "path_mtu", a -> a.pathMtu, 1, MAX_MTU),
          new Range(Attributes.TIMEOUT, "timeout", a -> a.timeout, 0, 31),
          new Range(Attributes.RETRIES, "retry_cnt", a -> a.retries, 0, 7),
          new Range(Attributes.NOT_READY_RETRIES, "rnr_retry", a -> a.notReadyRetries, 0, 7),
          new Range(Attributes.NOT_READY_TIMER, "min_rnr_timer", a -> a.notReadyTimer, 0, 31),
          new Range(Attributes.MAX_READS, "max_rd_atomic", a -> a.maxReads, 0, MAX_READS),
          new Range(
              Attributes.MAX_READS_SERVED,
              "max_dest_rd_atomic",
              a -> a.maxReadsServed,
              0,
              MAX_READS),
          new Range(Attributes.PEER, "dest_qp_num", a -> a.peer, 0, SequenceNumbers.MASK));

  private AttributeRanges() {}

  private record Range(
      int attribute, String name, ToIntFunction<Attributes> value, int least, int most) {
    boolean holds(Attributes wanted, int mask) {
      int given = value.applyAsInt(wanted);
      return (mask & attribute) == 0 || (given >= least && given <= most);
    }

    String describe(Attributes wanted) {
      return "%s=%d, allowed %d..%d".formatted(name, value.applyAsInt(wanted), least, most);
    }
  }

  /** Whether a queue pair in this state may be modified with these attributes. */
  public static boolean allow(TransportType type, int state, Attributes wanted, int mask) {
    int to = (mask & Attributes.STATE) != 0 ? wanted.state : state;
    return States.allows(type, state, to, mask)
        && outside(wanted, mask) == null
        && ((mask & Attributes.CURRENT_STATE) == 0 || wanted.currentState == state);
  }

  /** The first attribute of the mask outside its range, with what is allowed; null if none is. */
  public static String outside(Attributes wanted, int mask) {
    for (Range range : RANGES) {
      if (!range.holds(wanted, mask)) {
        return range.describe(wanted);
      }
    }
    return null;
  }
}
