package dev.weft.wire;

import static dev.weft.wire.FrameLayout.DOORBELL;
import static dev.weft.wire.FrameLayout.FRAMES;
import static dev.weft.wire.FrameLayout.HEAD;
import static dev.weft.wire.FrameLayout.WANTED;
import static dev.weft.wire.RingMemory.word;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * A single-producer, single-consumer ring of frames in one memory segment.
 *
 * <p>Publishing. The size in a frame's header word is 0 until the frame is complete; the writer
 * stores the word last, and the reader polls only this word, so no tail index is shared. The writer
 * clears the header after its frame before it publishes the frame, because an earlier lap may have
 * left payload there. The reader publishes the head once per batch, and the writer reads it only
 * when the last value it read leaves no room.
 *
 * <p>Acknowledging. The rest of a header of size 0 is a number of the writer, which takes no room
 * and no cache line of its own: the reader polls the word anyway. The reader finds the latest
 * number behind the frames that were published before it.
 *
 * <p>Sleeping. The reader arms the doorbell, checks once more, and sleeps; the writer publishes,
 * then checks the doorbell. A full fence on each side between the two steps ensures that one of
 * them sees the other. A reader that never sleeps leaves the doorbell POLLING, and its writers
 * issue no fence.
 *
 * <p>Waiting for room. A writer without room sets the wanted head and tries once more. The reader
 * checks the wanted head whenever it looks for frames, and again, after a full fence, before it
 * sleeps.
 */
public final class FrameRing {
  private static final int POLLING = 0;
  private static final int AWAKE = 1;
  private static final int ARMED = 2;

  final RingMemory memory;
  final long capacity;

  /**
   * Makes a ring over zeroed memory.
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

  /** Bytes of memory for a ring with {@code capacity} bytes of frames, a power of two. */
  public static long bytesFor(long capacity) {
    return FRAMES + capacity;
  }

  /** Makes a ring between two threads of this process. */
  public static FrameRing inProcess(long capacity) {
    return new FrameRing(ArrayMemory.ofBytes(bytesFor(capacity)));
  }

  /** The producer half. */
  public FrameWriter writer() {
    return new FrameWriter(this);
  }

  /** The consumer half. */
  public FrameReader reader() {
    return new FrameReader(this);
  }

  /** Pairs with {@link #headRelease}: the bytes read may be overwritten. */
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

  /**
   * The full fence pairs with that in {@link #takeAlarm}, or before {@link #takeAlarmAfterFence}.
   */
  void arm() {
    memory.setRelease(word(DOORBELL), ARMED);
    VarHandle.fullFence();
  }

  /** After publishing: whether the reader sleeps and this writer must wake it. */
  boolean takeAlarm() {
    if (memory.get(word(DOORBELL)) == POLLING) {
      return false;
    }
    VarHandle.fullFence();
    return takeAlarmAfterFence();
  }

  /** {@link #takeAlarm} by a writer that has issued a full fence since it published. */
  boolean takeAlarmAfterFence() {
    return memory.getAcquire(word(DOORBELL)) == ARMED
        && memory.compareAndSet(word(DOORBELL), ARMED, AWAKE);
  }

  /** Called by the writer without room. The reader has a full fence before it sleeps. */
  void wantRoom() {
    memory.setRelease(word(WANTED), headAcquire() + 1);
    VarHandle.fullFence();
  }

  /**
   * Called by the reader: whether the writer waits for room that is now free and this reader must
   * wake it.
   */
  boolean takeWanted() {
    long wanted = memory.getAcquire(word(WANTED));
    return wanted != 0
        && memory.getAcquire(word(HEAD)) >= wanted
        && memory.compareAndSet(word(WANTED), wanted, 0L);
  }
}
