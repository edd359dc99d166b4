package dev.weft.cli.workload;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A message's number in its first word and the complement in its last one, so that a message of
 * which a part is missing or old is detected.
 */
public final class Stamp {
  private static final ValueLayout.OfLong NUMBER = ValueLayout.JAVA_LONG;

  private Stamp() {}

  /** Stamps the first {@code length} bytes; {@code length} is a multiple of 8, at least 16. */
  public static void write(MemorySegment message, long length, long number) {
    message.set(NUMBER, 0, number);
    message.set(NUMBER, length - Long.BYTES, ~number);
  }

  /** The number of a stamped message. */
  public static long number(MemorySegment message) {
    return message.get(NUMBER, 0);
  }

  /** Whether the last of {@code length} bytes match the first ones. */
  public static boolean isWhole(MemorySegment message, long length) {
    return message.get(NUMBER, length - Long.BYTES) == ~number(message);
  }
}
