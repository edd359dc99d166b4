package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Check;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Fills memory with a known byte and checks later that it was not written. */
@SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of the kit
public final class Sentinel {

  private static final byte BYTE = (byte) 0xA5;

  private Sentinel() {}

  /** Fills the whole segment. */
  public static void fill(MemorySegment segment) {
    segment.fill(BYTE);
  }

  /** Fails unless the bytes from this offset to the end are still as filled. */
  public static void untouched(MemorySegment segment, long from, String what, Object... arguments) {
    for (long offset = from; offset < segment.byteSize(); offset++) {
      byte seen = segment.get(ValueLayout.JAVA_BYTE, offset);
      if (seen != BYTE) {
        Check.that(
            false,
            "%s: byte %d was overwritten with 0x%02x",
            what.formatted(arguments),
            offset,
            seen);
      }
    }
  }
}
