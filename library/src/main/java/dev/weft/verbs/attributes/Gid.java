package dev.weft.verbs.attributes;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.weft.argument.Require;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * {@code union ibv_gid}: 16 bytes that name a port.
 *
 * @param subnetPrefix {@code global.subnet_prefix}: the first 8 bytes.
 * @param interfaceId {@code global.interface_id}: the last 8 bytes.
 */
public record Gid(long subnetPrefix, long interfaceId) {

  /** Bytes of a GID. */
  public static final int SIZE = 16;

  /** The GID of no port. */
  public static final Gid ZERO = new Gid(0, 0);

  private static final ValueLayout.OfLong WIRE_LONG =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** Reads 16 bytes in network order at {@code offset}. */
  public static Gid read(MemorySegment segment, long offset) {
    return new Gid(segment.get(WIRE_LONG, offset), segment.get(WIRE_LONG, offset + Long.BYTES));
  }

  /** Writes the 16 bytes in network order. */
  public void write(MemorySegment segment, long offset) {
    segment.set(WIRE_LONG, offset, subnetPrefix);
    segment.set(WIRE_LONG, offset + Long.BYTES, interfaceId);
  }

  /**
   * Parses the result of {@link #toString}.
   *
   * @throws IllegalArgumentException if the text is not a GID
   */
  public static Gid parse(String text) {
    String digits = Require.notNull("text", text).replace(":", "");
    if (!text.matches("(?:\\p{XDigit}{4}:){7}\\p{XDigit}{4}")) {
      throw new IllegalArgumentException(
          "text=" + text + ", allowed eight groups of four hexadecimal digits");
    }
    return new Gid(
        HexFormat.fromHexDigitsToLong(digits, 0, 16),
        HexFormat.fromHexDigitsToLong(digits, 16, 32));
  }

  /** Eight groups of four digits, {@code fe80:0000:...}, as {@code ibv_devinfo} prints them. */
  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    String digits = hex.toHexDigits(subnetPrefix) + hex.toHexDigits(interfaceId);
    return digits.replaceAll("(.{4})(?!$)", "$1:");
  }
}
