package dev.weft.argument;

import java.lang.foreign.MemorySegment;

/** Refuses arguments that no caller may give: the message names the argument and its value. */
public final class Require {

  private Require() {}

  /**
   * The value, which must not be null.
   *
   * @throws IllegalArgumentException of null
   */
  public static <T> T notNull(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + "=null, a value is required");
    }
    return value;
  }

  /**
   * The value, which must lie between two bounds, both included.
   *
   * @throws IllegalArgumentException of any other value
   */
  public static int inRange(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + "=" + value + ", allowed " + least + ".." + most);
    }
    return value;
  }

  /**
   * The index, which must be 0 or more and below the length.
   *
   * @throws IndexOutOfBoundsException of any other index
   */
  public static int index(String name, int index, int length) {
    if (index < 0 || index >= length) {
      throw new IndexOutOfBoundsException(
          name + "=" + index + ", allowed " + (length == 0 ? "none" : "0.." + (length - 1)));
    }
    return index;
  }

  /**
   * The segment, which must lie outside the heap.
   *
   * @throws IllegalArgumentException of memory in the heap, or null
   */
  public static MemorySegment nativeMemory(String name, MemorySegment segment) {
    if (!notNull(name, segment).isNative()) {
      throw new IllegalArgumentException(
          name + "=" + segment + ", allowed memory outside the heap (Arena.allocate)");
    }
    return segment;
  }
}
