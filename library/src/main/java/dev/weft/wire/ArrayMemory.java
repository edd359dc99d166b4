package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Ring memory in a heap array, for links within a process. */
final class ArrayMemory extends RingMemory {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  /**
   * Separates the first words from the cache line of the array's length, which every access reads.
   */
  private static final int PADDING = 16;

  private final long[] words;

  /** Factory method: the class is loaded only if used. A second loaded class makes calls slower. */
  static RingMemory ofBytes(long bytes) {
    return new ArrayMemory(new long[Math.toIntExact(bytes / Long.BYTES) + 2 * PADDING], bytes);
  }

  private ArrayMemory(long[] words, long bytes) {
    super(MemorySegment.ofArray(words).asSlice((long) PADDING * Long.BYTES, bytes));
    this.words = words;
  }

  @Override
  long get(int word) {
    return words[word + PADDING];
  }

  @Override
  void set(int word, long value) {
    words[word + PADDING] = value;
  }

  @Override
  long getAcquire(int word) {
    return (long) WORD.getAcquire(words, word + PADDING);
  }

  @Override
  void setRelease(int word, long value) {
    WORD.setRelease(words, word + PADDING, value);
  }

  @Override
  void checkFault() {} // an array cannot be truncated

  @Override
  boolean compareAndSet(int word, long expected, long value) {
    return WORD.compareAndSet(words, word + PADDING, expected, value);
  }
}
