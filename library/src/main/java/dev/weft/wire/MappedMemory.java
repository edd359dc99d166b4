package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * A ring's memory in a direct buffer, which may be a file that another process maps too.
 *
 * <p>A word of such a buffer is one aligned access of the processor, and fences give it its order.
 * The same through a segment has more to check, and lies so deep in calls that the compiler gives
 * up unfolding them.
 */
final class MappedMemory extends RingMemory {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private final LongBuffer words;

  private MappedMemory(ByteBuffer buffer) {
    super(MemorySegment.ofBuffer(buffer));
    this.words = buffer.duplicate().order(ByteOrder.nativeOrder()).asLongBuffer();
  }

  /** A factory, so that this class is loaded, and slows the other down, only where it is used. */
  static RingMemory over(ByteBuffer buffer) {
    return new MappedMemory(buffer);
  }

  private static int index(long at) {
    return (int) (at >>> 3);
  }

  @Override
  long get(long at) {
    return words.get(index(at));
  }

  @Override
  void set(long at, long value) {
    words.put(index(at), value);
  }

  @Override
  long getAcquire(long at) {
    long value = words.get(index(at));
    VarHandle.acquireFence();
    return value;
  }

  @Override
  void setRelease(long at, long value) {
    VarHandle.releaseFence();
    words.put(index(at), value);
  }

  @Override
  boolean compareAndSet(long at, long expected, long value) {
    return WORD.compareAndSet(segment, at, expected, value);
  }
}
