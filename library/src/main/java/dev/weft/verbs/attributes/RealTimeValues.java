package dev.weft.verbs.attributes;

/**
 * {@code struct ibv_values_ex}: the device's clock (VT-11).
 *
 * @param mask {@code comp_mask}: which values are set.
 * @param rawClock {@code raw_clock}: ticks on the scale of {@code completion_ts}, not wall-clock
 *     time.
 */
public record RealTimeValues(int mask, long rawClock) {

  /** {@code IBV_VALUES_MASK_RAW_CLOCK}: {@link #rawClock}. */
  public static final int RAW_CLOCK = 1;
}
