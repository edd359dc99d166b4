package dev.weft.benchmarks.contenders;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** A message whose first and last word are its number, so that one that is torn is noticed. */
public final class NumberedMessage {
  private NumberedMessage() {}

  /** Writes a number into a message of {@code size} bytes. */
  public static void write(MemorySegment message, long size, long value) {
    message.set(JAVA_LONG, 0, value);
    message.set(JAVA_LONG, size - Long.BYTES, value);
  }

  /** The number of a message of {@code size} bytes. */
  public static long read(MemorySegment message, long size) {
    long value = message.get(JAVA_LONG, 0);
    if (message.get(JAVA_LONG, size - Long.BYTES) != value) {
      throw new IllegalStateException("message " + value + " is torn");
    }
    return value;
  }
}
