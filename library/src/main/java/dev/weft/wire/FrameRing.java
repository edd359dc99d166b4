package dev.weft.wire;

import static dev.weft.wire.FrameLayout.DOORBELL;
import static dev.weft.wire.FrameLayout.FRAMES;
import static dev.weft.wire.FrameLayout.HEAD;
import static dev.weft.wire.FrameLayout.WANTED;
import static dev.weft.wire.RingMemory.word;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * A ring of frames from one writer to one reader, in one memory segment.
 *
 * <p>How it works. A frame's header word is 0 until the frame is complete; the writer stores it
 * last, the reader looks at nothing else to learn that a frame is there, so no tail index travels
 * between them. Because a header may come to lie where an earlier lap left payload, the writer
 * clears the header after its frame before it publishes the frame. Room is known from the head,
 * which the reader publishes once a batch and the writer reads only when its last view of it says
 * full.
 *
 * <p>A reader that goes to sleep arms the doorbell, looks once more, and sleeps; a writer
 * publishes, then looks at the doorbell. A full fence on each side between its two steps makes sure
 * that one of them sees the other. A reader that never sleeps is deaf, and its writers pay for no
 * fence.
 *
 * <p>A writer that needs room before it can sleep says so, and tries once more; the reader looks at
 * that whenever it looks for frames, and once more, after a full fence, before it sleeps.
 */
public final class FrameRing {
  private static final int POLLING = 0;
  private static final int AWAKE = 1;
  private static final int ARMED = 2;

  final RingMemory memory;
  final long capacity;

  /**
   * Lays a ring over memory that is all zero.
   *
   * @param memory direct, {@link #bytesFor} of a power of two
   */
  public FrameRing(ByteBuffer memory) {
    this(MappedMemory.over(memory));
  }

  private FrameRing(RingMemory memory) {
    this.memory = memory;
    this.capacity = memory.segment.byteSize() - FRAMES;
    if (Long.bitCount(capacity) != 1) {
      throw new IllegalArgumentException(
          "memory.byteSize()="
              + memory.segment.byteSize()
              + " must be "
              + FRAMES
              + " + a power of two");
    }
  }

  /** How much memory a ring needs whose frames take {@code capacity} bytes, a power of two. */
  public static long bytesFor(long capacity) {
    return FRAMES + capacity;
  }

  /** A ring between two threads of this process. */
  public static FrameRing inProcess(long capacity) {
    return new FrameRing(ArrayMemory.ofBytes(bytesFor(capacity)));
  }

  /** The writer's half. */
  public FrameWriter writer() {
    return new FrameWriter(this);
  }

  /** The reader's half. */
  public FrameReader reader() {
    return new FrameReader(this);
  }

  /** Pairs with {@link #headRelease}: what the reader has read may be written again. */
  long headAcquire() {
    return memory.getAcquire(word(HEAD));
  }

  /** Pairs with {@link #headAcquire}. */
  void headRelease(long position) {
    memory.setRelease(word(HEAD), position);
  }

  void mayArm() {
    memory.setRelease(word(DOORBELL), AWAKE);
  }

  /** The full fence pairs with that in {@link #takeAlarm}. */
  void arm() {
    memory.setRelease(word(DOORBELL), ARMED);
    VarHandle.fullFence();
  }

  /** After publishing: whether the reader sleeps and this writer is the one to wake it. */
  boolean takeAlarm() {
    if (memory.get(word(DOORBELL)) == POLLING) {
      return false;
    }
    VarHandle.fullFence();
    return memory.getAcquire(word(DOORBELL)) == ARMED
        && memory.compareAndSet(word(DOORBELL), ARMED, AWAKE);
  }

  /** By the writer, when there is no room. Its reader has a full fence before it sleeps. */
  void wantRoom() {
    memory.setRelease(word(WANTED), headAcquire() + 1);
    VarHandle.fullFence();
  }

  /**
   * By the reader: whether the writer waits for room that there is, and it is the one to say so.
   */
  boolean takeWanted() {
    long wanted = memory.getAcquire(word(WANTED));
    return wanted != 0
        && memory.getAcquire(word(HEAD)) >= wanted
        && memory.compareAndSet(word(WANTED), wanted, 0L);
  }
}
