package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What a {@link FrameRing} lies in, word by word, because each look at a word through a segment
 * costs more than the look itself: an array where both ends are in one process, a mapped file where
 * they are not.
 */
abstract sealed class RingMemory permits ArrayMemory, MappedMemory {

  /** A word of callers' memory, which may lie anywhere. */
  private static final ValueLayout.OfLong UNALIGNED = ValueLayout.JAVA_LONG_UNALIGNED;

  /** The same memory, for payloads. */
  final MemorySegment segment;

  RingMemory(MemorySegment segment) {
    this.segment = segment;
  }

  /** The word at an offset in bytes, a multiple of 8; so in all methods here. */
  abstract long get(long at);

  abstract void set(long at, long value);

  abstract long getAcquire(long at);

  abstract void setRelease(long at, long value);

  /** Copies payload into this memory; a word, which most short messages are, without more ado. */
  final void put(long at, MemorySegment from, long offset, long size) {
    if (size == Long.BYTES && (at & 7) == 0) {
      set(at, from.get(UNALIGNED, offset));
    } else {
      MemorySegment.copy(from, offset, segment, at, size);
    }
  }

  /** Copies payload out of this memory. */
  final void take(long at, MemorySegment to, long offset, long size) {
    if (size == Long.BYTES && (at & 7) == 0) {
      to.set(UNALIGNED, offset, get(at));
    } else {
      MemorySegment.copy(segment, at, to, offset, size);
    }
  }

  abstract boolean compareAndSet(long at, long expected, long value);
}
