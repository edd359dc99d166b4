package dev.weft.ffm.linker;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads and writes the memory of C by address. Nothing is checked: an address must be right. */
public final class CMemory {
  @SuppressWarnings("restricted")
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /** Without a check of the alignment: words of C are aligned. */
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final ValueLayout.OfInt INTEGER = ValueLayout.JAVA_INT_UNALIGNED;

  private CMemory() {}

  /** The 8 bytes at {@code address}. */
  public static long word(long address) {
    return ALL.get(WORD, address);
  }

  /** Sets the 8 bytes at {@code address}. */
  public static void word(long address, long value) {
    ALL.set(WORD, address, value);
  }

  /** The 4 bytes at {@code address}. */
  public static int integer(long address) {
    return ALL.get(INTEGER, address);
  }

  /** Sets the 4 bytes at {@code address}. */
  public static void integer(long address, int value) {
    ALL.set(INTEGER, address, value);
  }

  /** The zero-terminated text at {@code address}, or null if that is NULL. */
  public static String text(long address) {
    return address == 0 ? null : ALL.getString(address);
  }

  /** A copy of the bytes at {@code address}, or null if that is NULL. */
  public static byte[] bytes(long address, long length) {
    return address == 0 ? null : at(address, length).toArray(ValueLayout.JAVA_BYTE);
  }

  /** The memory at {@code address}; the caller sees to its life. */
  public static MemorySegment at(long address, long length) {
    return ALL.asSlice(address, length);
  }
}
