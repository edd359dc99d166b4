package dev.weft.wire;

import java.lang.foreign.MemorySegment;

/**
 * Word access to the memory of a {@link FrameRing}: an array if both ends are in one process, else
 * a mapped file. Access by a memory segment would cost more than the load itself.
 */
abstract sealed class RingMemory permits ArrayMemory, MappedMemory {

  /** The same memory, for payloads. */
  final MemorySegment segment;

  RingMemory(MemorySegment segment) {
    this.segment = segment;
  }

  /** Index of the word at an offset in bytes, a multiple of 8. */
  static int word(long at) {
    assert isWord(at);
    return (int) (at >>> 3);
  }

  abstract long get(int word);

  abstract void set(int word, long value);

  abstract long getAcquire(int word);

  abstract void setRelease(int word, long value);

  static boolean isWord(long at) {
    return (at & (Long.BYTES - 1)) == 0;
  }

  /** Throws a deferred fault here if this memory may have been truncated. */
  abstract void checkFault();

  abstract boolean compareAndSet(int word, long expected, long value);
}
