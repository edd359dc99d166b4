package dev.weft.verbs.attributes;

import dev.weft.argument.Require;

/** {@code min_rnr_timer}: delay before a requester retries after an RNR NAK (VQ-24). */
public final class RnrTimer {

  /** Hundredths of a millisecond, by code. */
  private static final int[] HUNDREDTHS = {
    65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152
  };

  private RnrTimer() {}

  /**
   * The delay of a code in microseconds.
   *
   * @param code 0 to 31; 0 is the longest
   */
  public static int microseconds(int code) {
    return HUNDREDTHS[Require.index("code", code, HUNDREDTHS.length)] * 10;
  }
}
