package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A ring's memory on the heap. */
final class ArrayMemory extends RingMemory {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  /** Keeps the first words off the line with the array's length, which every access reads. */
  private static final int PADDING = 16;

  /** Up to here words are copied one by one, which costs less than to set up a general copy. */
  private static final long SHORT = 16;

  private static final ValueLayout.OfLong UNALIGNED = ValueLayout.JAVA_LONG_UNALIGNED;

  private final long[] words;

  /** A factory, so that this class is loaded, and slows the other down, only where it is used. */
  static RingMemory ofBytes(long bytes) {
    return new ArrayMemory(new long[Math.toIntExact(bytes / Long.BYTES) + 2 * PADDING], bytes);
  }

  private ArrayMemory(long[] words, long bytes) {
    super(MemorySegment.ofArray(words).asSlice((long) PADDING * Long.BYTES, bytes));
    this.words = words;
  }

  private static int index(long at) {
    return (int) (at >>> 3) + PADDING;
  }

  @Override
  long get(long at) {
    return words[index(at)];
  }

  @Override
  void set(long at, long value) {
    words[index(at)] = value;
  }

  @Override
  long getAcquire(long at) {
    return (long) WORD.getAcquire(words, index(at));
  }

  @Override
  void setRelease(long at, long value) {
    WORD.setRelease(words, index(at), value);
  }

  @Override
  boolean compareAndSet(long at, long expected, long value) {
    return WORD.compareAndSet(words, index(at), expected, value);
  }

  @Override
  void put(long at, MemorySegment from, long offset, long size) {
    if (!isShort(at, size)) {
      super.put(at, from, offset, size);
      return;
    }
    for (long done = 0; done < size; done += Long.BYTES) {
      set(at + done, from.get(UNALIGNED, offset + done));
    }
  }

  @Override
  void take(long at, MemorySegment to, long offset, long size) {
    if (!isShort(at, size)) {
      super.take(at, to, offset, size);
      return;
    }
    for (long done = 0; done < size; done += Long.BYTES) {
      to.set(UNALIGNED, offset + done, get(at + done));
    }
  }

  private static boolean isShort(long at, long size) {
    return size <= SHORT && (at | size) % Long.BYTES == 0;
  }
}
