package dev.weft.provider.verbs.device;

/**
 * The clock of the software device: {@code hca_core_clock}, {@code completion_ts} and {@code
 * ibv_query_rt_values_ex(3)} (VT-02 to VT-04, VT-11). Any thread may call.
 */
public final class DeviceClock {
  /** Ticks per millisecond: a tick is a nanosecond. */
  static final long KILOHERTZ = 1_000_000;

  /** Ticks wrap after 48 bits, about three days. */
  public static final long MASK = (1L << 48) - 1;

  private DeviceClock() {}

  /** The current time in ticks, at most {@link #MASK}. */
  public static long ticks() {
    return System.nanoTime() & MASK;
  }
}
