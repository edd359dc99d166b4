package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A ring's memory on the heap. */
final class ArrayMemory extends RingMemory {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  /** Keeps the first words off the line with the array's length, which every access reads. */
  private static final int PADDING = 16;

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
}
