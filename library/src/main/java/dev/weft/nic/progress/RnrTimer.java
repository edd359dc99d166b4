package dev.weft.nic.progress;

/** The codes of {@code min_rnr_timer}: the delay before a requester retries after an RNR NAK. */
public final class RnrTimer {
  /** In units of 10 microseconds. */
  private static final int[] UNITS = {
    65_536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12_288, 16_384, 24_576, 32_768, 49_152
  };

  private static final long UNIT_NANOS = 10_000;

  private RnrTimer() {}

  public static long nanos(int code) {
    return UNITS[code & 31] * UNIT_NANOS;
  }
}
