package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * Ring memory in a direct buffer, which may be a file that another process also maps.
 *
 * <p>Access to a word of such a buffer is one aligned access of the processor, ordered by fences.
 * Access by a memory segment has more checks and so many nested calls that the compiler stops
 * inlining.
 */
final class MappedMemory extends RingMemory {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private final LongBuffer words;

  private MappedMemory(ByteBuffer buffer) {
    super(MemorySegment.ofBuffer(buffer));
    this.words = buffer.duplicate().order(ByteOrder.nativeOrder()).asLongBuffer();
  }

  /** Factory method: the class is loaded only if used. A second loaded class makes calls slower. */
  static RingMemory over(ByteBuffer buffer) {
    return new MappedMemory(buffer);
  }

  @Override
  long get(int word) {
    return words.get(word);
  }

  @Override
  void set(int word, long value) {
    words.put(word, value);
  }

  @Override
  long getAcquire(int word) {
    long value = words.get(word);
    VarHandle.acquireFence();
    return value;
  }

  @Override
  void setRelease(int word, long value) {
    VarHandle.releaseFence();
    words.put(word, value);
  }

  @Override
  void checkFault() {
    DeferredMmapFault.checkFault();
  }

  @Override
  boolean compareAndSet(int word, long expected, long value) {
    return WORD.compareAndSet(segment, (long) word * Long.BYTES, expected, value);
  }
}
