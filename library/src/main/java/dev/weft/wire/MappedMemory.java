package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** A ring's memory in a segment, which may be a file that another process maps too. */
final class MappedMemory extends RingMemory {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  /** For plain accesses: aligned, but to say so would have every access check it again. */
  private static final ValueLayout.OfLong PLAIN = ValueLayout.JAVA_LONG_UNALIGNED;

  private MappedMemory(MemorySegment segment) {
    super(segment);
  }

  /** A factory, so that this class is loaded, and slows the other down, only where it is used. */
  static RingMemory over(MemorySegment segment) {
    return new MappedMemory(segment);
  }

  @Override
  long get(long at) {
    return segment.get(PLAIN, at);
  }

  @Override
  void set(long at, long value) {
    segment.set(PLAIN, at, value);
  }

  @Override
  long getAcquire(long at) {
    return (long) WORD.getAcquire(segment, at);
  }

  @Override
  void setRelease(long at, long value) {
    WORD.setRelease(segment, at, value);
  }

  @Override
  boolean compareAndSet(long at, long expected, long value) {
    return WORD.compareAndSet(segment, at, expected, value);
  }
}
