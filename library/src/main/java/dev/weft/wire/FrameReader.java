package dev.weft.wire;

import static dev.weft.wire.FrameLayout.FRAMES;
import static dev.weft.wire.FrameLayout.FRAME_DATA;
import static dev.weft.wire.FrameLayout.FRAME_PAYLOAD;
import static dev.weft.wire.FrameLayout.FRAME_TAG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The reader's half of a {@link FrameRing}: look at the first frame, take it, give the room back.
 * One thread at a time, but {@link #hasFrame}, which any thread may ask.
 */
public final class FrameReader extends CacheLinePadded {
  static final int PADDING = 255;

  /** What stands for a frame that no writer of this code would write; of a kind that none has. */
  public static final long UNSOUND = FrameLayout.header(FRAME_PAYLOAD, 0, 0, 254);

  private static final VarHandle POSITION;

  static {
    try {
      POSITION = MethodHandles.lookup().findVarHandle(FrameReader.class, "position", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final FrameRing ring;
  private final RingMemory memory;
  private final long capacity;

  /** The bits of a position that say in which quarter of which lap it is. */
  private final long quarters;

  private long position;

  /** Where the first frame lies in the memory, which follows from {@link #position}. */
  private int first;

  private long published;

  FrameReader(FrameRing ring) {
    this.ring = ring;
    this.memory = ring.memory;
    this.capacity = ring.capacity;
    this.quarters = -(capacity / 4);
    this.first = RingMemory.word(FRAMES);
  }

  /**
   * Whether a frame waits. Any thread may ask: a position that another reader has just left shows a
   * frame where there may be none any more, never the reverse.
   */
  public boolean hasFrame() {
    return headerAcquire(place((long) POSITION.getAcquire(this))) != 0;
  }

  /**
   * The header of the first frame, or 0 where there is none. A frame whose size no writer may write
   * has a kind that no frame has.
   */
  public long peek() {
    long header = peekAny();
    if (kind(header) != PADDING) {
      return header;
    }
    advance(header);
    return peekAny();
  }

  /** A frame that is not 0 lies in the ring with all of its bytes, whatever the writer has done. */
  private long peekAny() {
    long header = headerAcquire(first);
    if (header == 0) {
      return 0;
    }
    long size = size(header);
    long untilEnd = capacity - (position & (capacity - 1));
    return size >= FRAME_PAYLOAD && size <= untilEnd ? header : UNSOUND;
  }

  /** Takes the frame with this header; its room is given back by {@link #giveBack}. */
  public void advance(long header) {
    long next = position + FrameLayout.aligned(size(header));
    first = place(next);
    POSITION.setRelease(this, next);
  }

  /**
   * Gives the room of all taken frames back to the writer.
   *
   * @return whether to look if the writer waits for room: each time that a quarter of the ring has
   *     gone by, because a writer that finds it full has at least three quarters left to be read
   */
  public boolean giveBack() {
    long before = published;
    if (before == position) {
      return false;
    }
    published = position;
    ring.headRelease(position);
    if (((before ^ position) & quarters) == 0) {
      return false;
    }
    VarHandle.fullFence(); // partner: the fence in FrameRing.wantRoom()
    return true;
  }

  /** Whether so much room was not given back yet that the writer may soon miss it. */
  public boolean owesMuch() {
    return ((published ^ position) & quarters) != 0;
  }

  /** Whether the writer waits for room that was given back, and the caller must wake it. */
  boolean takeWanted() {
    return ring.takeWanted();
  }

  /** What the frame is. */
  public static int kind(long header) {
    return (int) header & 0xff;
  }

  /** The frame's flags. */
  public static int flags(long header) {
    return (int) (header >>> 8) & 0xff;
  }

  /** The frame's handle. */
  public static int handle(long header) {
    return (int) (header >>> 16) & 0xffff;
  }

  /** How many bytes of payload the frame carries. */
  public static long payloadLength(long header) {
    return size(header) - FRAME_PAYLOAD;
  }

  /** The first frame's tag. */
  public long tag() {
    return memory.get(first + RingMemory.word(FRAME_TAG));
  }

  /** The first frame's data. */
  public long data() {
    return memory.get(first + RingMemory.word(FRAME_DATA));
  }

  /** Where the first frame's payload lies in {@link #memory()}. */
  public long payload() {
    return (long) first * Long.BYTES + FRAME_PAYLOAD;
  }

  /** The ring's memory. */
  public MemorySegment memory() {
    return memory.segment;
  }

  /** Copies a part of the first frame's payload. */
  public void take(long from, MemorySegment to, long offset, long size) {
    memory.take(first + RingMemory.word(FRAME_PAYLOAD), from, to, offset, size);
  }

  /** One word of the first frame's payload, aligned to 8 bytes. */
  public long word(long offset) {
    return memory.get(first + RingMemory.word(FRAME_PAYLOAD + offset));
  }

  /** Says that this reader may sleep, so that writers look at the doorbell. */
  public void mayArm() {
    ring.mayArm();
  }

  /** Before sleeping: asks the writer for a ring of the doorbell; look once more after this. */
  public void arm() {
    ring.arm();
  }

  /** Pairs with {@code headerRelease} in {@link FrameWriter}: it shows the whole frame. */
  private long headerAcquire(int frame) {
    return memory.getAcquire(frame);
  }

  private static long size(long header) {
    return header >>> 32;
  }

  private int place(long at) {
    return RingMemory.word(FRAMES + (at & (capacity - 1)));
  }
}
