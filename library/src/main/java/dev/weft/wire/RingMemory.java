package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Word access to the memory of a {@link FrameRing}: an array if both ends are in one process, else
 * a mapped file. Access by a memory segment would cost more than the load itself.
 */
abstract sealed class RingMemory permits ArrayMemory, MappedMemory {

  /** A word of the caller's memory, at any alignment. */
  private static final ValueLayout.OfLong UNALIGNED = ValueLayout.JAVA_LONG_UNALIGNED;

  /** The same memory, for payloads. */
  final MemorySegment segment;

  RingMemory(MemorySegment segment) {
    this.segment = segment;
  }

  /** Index of the word at an offset in bytes, a multiple of 8. */
  static int word(long at) {
    assert isWord(at) : "at=" + at + " is no multiple of 8";
    return (int) (at >>> 3);
  }

  abstract long get(int word);

  abstract void set(int word, long value);

  abstract long getAcquire(int word);

  abstract void setRelease(int word, long value);

  private static boolean isWord(long at) {
    return (at & (Long.BYTES - 1)) == 0;
  }

  /**
   * Copies payload to any byte offset; copies a single aligned word, the most common short message,
   * as a word.
   */
  final void put(long at, MemorySegment from, long offset, long size) {
    if (size == Long.BYTES && isWord(at)) {
      set(word(at), from.get(UNALIGNED, offset));
    } else {
      MemorySegment.copy(from, offset, segment, at, size);
    }
  }

  /** Copies payload out of this memory, from {@code skip} bytes after a word. */
  final void take(int word, long skip, MemorySegment to, long offset, long size) {
    if (size == Long.BYTES && skip == 0) {
      to.set(UNALIGNED, offset, get(word));
    } else {
      MemorySegment.copy(segment, (long) word * Long.BYTES + skip, to, offset, size);
    }
  }

  abstract boolean compareAndSet(int word, long expected, long value);
}
