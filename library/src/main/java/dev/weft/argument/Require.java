package dev.weft.argument;

import java.lang.foreign.MemorySegment;

/** Argument checks; the message of the exception names the argument and its value. */
public final class Require {
  private static final Thread SOME_OTHER_THREAD = Thread.ofPlatform().unstarted(() -> {});

  private Require() {}

  /**
   * Returns the value if it is not null.
   *
   * @throws IllegalArgumentException if it is null
   */
  public static <T> T notNull(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + "=null, a value is required");
    }
    return value;
  }

  /**
   * Returns the value if it lies between two bounds, both included.
   *
   * @throws IllegalArgumentException for any other value
   */
  public static int inRange(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + "=" + value + ", allowed " + least + ".." + most);
    }
    return value;
  }

  /** {@link #inRange(String, int, int, int)} for numbers of 64 bits. */
  public static long inRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + "=" + value + ", allowed " + least + ".." + most);
    }
    return value;
  }

  /**
   * Returns the index if it is 0 or more and below the length.
   *
   * @throws IndexOutOfBoundsException for any other index
   */
  public static int index(String name, int index, int length) {
    if (index < 0 || index >= length) {
      throw new IndexOutOfBoundsException(
          name + "=" + index + ", allowed " + (length == 0 ? "none" : "0.." + (length - 1)));
    }
    return index;
  }

  /**
   * Returns the segment if it lies outside the heap.
   *
   * @throws IllegalArgumentException if it is heap memory, or null
   */
  public static MemorySegment nativeMemory(String name, MemorySegment segment) {
    if (!notNull(name, segment).isNative()) {
      throw new IllegalArgumentException(
          name + "=" + segment + ", allowed memory outside the heap (Arena.allocate)");
    }
    return segment;
  }

  /**
   * Returns the value if it is 0 or more.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public static long notNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + "=" + value + ", allowed 0.." + Long.MAX_VALUE);
    }
    return value;
  }

  /**
   * Returns the value if it is 0 or more.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public static int notNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + "=" + value + ", allowed 0.." + Integer.MAX_VALUE);
    }
    return value;
  }

  /**
   * Checks that {@code [offset, offset + length)} lies inside the segment.
   *
   * @throws IllegalArgumentException if it does not
   */
  public static void range(String name, MemorySegment segment, long offset, long length) {
    if (offset < 0 || length < 0 || offset > segment.byteSize() - length) {
      throw new IllegalArgumentException(
          "%s=[offset=%d, length=%d], allowed inside 0..%d"
              .formatted(name, offset, length, segment.byteSize()));
    }
  }

  /**
   * Requires memory that this thread can write to; null is allowed.
   *
   * @throws IllegalArgumentException if it is read-only, or confined to another thread
   * @throws IllegalStateException if it is closed
   */
  public static void writable(String name, MemorySegment memory) {
    if (memory == null) {
      return;
    }
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException(name + "=" + memory + " is closed, allowed: open memory");
    }
    if (memory.isReadOnly()) {
      throw new IllegalArgumentException(
          name + "=" + memory + " is read-only, allowed: writable memory");
    }
    if (!memory.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalArgumentException(
          name + "=" + memory + " is confined to another thread, allowed: memory of this thread");
    }
  }

  /**
   * Requires open native memory that every thread may use.
   *
   * @throws IllegalArgumentException for other memory
   */
  public static void forAllThreads(String name, MemorySegment memory) {
    if (!memory.isNative()
        || !memory.isAccessibleBy(SOME_OTHER_THREAD)
        || !memory.scope().isAlive()) {
      throw notForAllThreads(name, memory);
    }
  }

  private static IllegalArgumentException notForAllThreads(String name, MemorySegment memory) {
    String reason = " is closed";
    if (!memory.isNative()) {
      reason = " lies on the heap";
    } else if (!memory.isAccessibleBy(SOME_OTHER_THREAD)) {
      reason = " is confined to one thread";
    }
    return new IllegalArgumentException(
        name
            + "="
            + memory
            + reason
            + ", allowed: open native memory that any thread may use, as a domain's allocate,"
            + " Arena.ofShared() and Arena.ofAuto() give it");
  }
}
