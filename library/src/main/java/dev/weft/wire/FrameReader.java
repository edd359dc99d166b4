package dev.weft.wire;

import static dev.weft.wire.FrameLayout.FRAMES;
import static dev.weft.wire.FrameLayout.FRAME_DATA;
import static dev.weft.wire.FrameLayout.FRAME_PAYLOAD;
import static dev.weft.wire.FrameLayout.FRAME_TAG;
import static dev.weft.wire.FrameLayout.USER_WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The consumer half of a {@link FrameRing}: checks for a frame, takes it, and frees its room. One
 * thread at a time, except for {@link #hasFrame}.
 */
public final class FrameReader extends CacheLinePadded {
  static final int PADDING = 255;

  /** Returned for a frame that is not valid; of a kind that no frame has. */
  public static final long UNSOUND = FrameLayout.header(FRAME_PAYLOAD, 0, 0, 254);

  /**
   * Returned if the writer has passed a number and no frame; of a kind that no frame has, and
   * without a size.
   */
  public static final long ACKNOWLEDGEMENT = FrameLayout.header(0, 0, 0, 253);

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

  /** The bits of a position that identify its quarter of the ring and its lap. */
  private final long quarters;

  private long position;

  /** Index of the first frame in the memory, derived from {@link #position}. */
  private int first;

  private long published;

  /** The last header of a frame that was not published; a different one has a new number. */
  private long empty;

  /** Such a header that {@link #peek} has found. */
  private long found;

  FrameReader(FrameRing ring) {
    this.ring = ring;
    this.memory = ring.memory;
    this.capacity = ring.capacity;
    this.quarters = -(capacity / 4);
    this.first = RingMemory.word(FRAMES);
  }

  /**
   * Whether a frame or a number is available. Any thread may call. While another reader advances,
   * this may be true although there is none any more, never the reverse.
   */
  public boolean hasFrame() {
    return headerAcquire(offsetOf((long) POSITION.getAcquire(this))) != empty;
  }

  /**
   * The header of the first frame, {@link #ACKNOWLEDGEMENT}, or 0 if there is none. A frame of an
   * invalid size gets a kind that no frame has; so does padding that ends before the ring does,
   * because its room would only be given back with that of a frame behind it.
   */
  public long peek() {
    long header = peekAny();
    if (kind(header) != PADDING) {
      return header;
    }
    if (size(header) != untilEnd()) {
      return UNSOUND;
    }
    advance(header);
    return peekAny();
  }

  /**
   * A header that is not 0 is checked: the whole frame lies in the ring, whatever the writer
   * stored.
   */
  private long peekAny() {
    long header = headerAcquire(first);
    if (header == empty) {
      return 0;
    }
    long size = size(header);
    if (size >= FRAME_PAYLOAD && size <= untilEnd()) {
      return header;
    }
    found = header;
    return size == 0 ? ACKNOWLEDGEMENT : UNSOUND;
  }

  private long untilEnd() {
    return capacity - (position & (capacity - 1));
  }

  /** Whether it is no valid frame, for a reader whose peer passes no numbers. */
  public static boolean isUnsound(long header) {
    return header == UNSOUND || header == ACKNOWLEDGEMENT;
  }

  /** Takes the number of an {@link #ACKNOWLEDGEMENT}. */
  public int acknowledged() {
    empty = found;
    return FrameLayout.acknowledged(found);
  }

  /** Takes the frame with this header; {@link #giveBack} frees its room. */
  public void advance(long header) {
    long next = position + FrameLayout.aligned(size(header));
    first = offsetOf(next);
    POSITION.setRelease(this, next);
  }

  /**
   * Frees the room of all taken frames.
   *
   * @return whether to check if the writer waits for room: once per quarter of the ring, because a
   *     writer that finds it full leaves at least three quarters to be read
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

  /** Bytes of frames taken so far, with headers and padding. Any thread. */
  long taken() {
    return (long) POSITION.getAcquire(this);
  }

  /** Whether so much room is unreleased that the writer may soon run out. */
  public boolean owesMuch() {
    return ((published ^ position) & quarters) != 0;
  }

  /** Whether the writer waits for room that is now free, and the caller must wake it. */
  boolean takeWanted() {
    return ring.takeWanted();
  }

  /** The kind of the frame. */
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

  /** Offset of the first frame's payload in {@link #memory()}. */
  public long payload() {
    return (long) first * Long.BYTES + FRAME_PAYLOAD;
  }

  /** The ring's memory. */
  public MemorySegment memory() {
    return memory.segment;
  }

  /** Copies a part of the first frame's payload; copies its first word, if alone, as a word. */
  public void take(long from, MemorySegment to, long offset, long size) {
    if (size == Long.BYTES && from == 0) {
      to.set(USER_WORD, offset, memory.get(first + RingMemory.word(FRAME_PAYLOAD)));
    } else {
      MemorySegment.copy(memory.segment, payload() + from, to, offset, size);
    }
  }

  /** One word of the first frame's payload, aligned to 8 bytes. */
  public long word(long offset) {
    return memory.get(first + RingMemory.word(FRAME_PAYLOAD + offset));
  }

  /** Throws a deferred fault of the ring's memory here, as {@link DeferredMmapFault} does. */
  public void checkFault() {
    memory.checkFault();
  }

  /** Declares that this reader may sleep, so that writers check the doorbell. */
  public void mayArm() {
    ring.mayArm();
  }

  /** Arms the doorbell before sleeping; check for a frame once more after this. */
  public void arm() {
    ring.arm();
  }

  /** Pairs with {@code headerRelease} in {@link FrameWriter}; makes the whole frame visible. */
  private long headerAcquire(int frame) {
    return memory.getAcquire(frame);
  }

  private static long size(long header) {
    return header >>> 32;
  }

  private int offsetOf(long at) {
    return RingMemory.word(FRAMES + (at & (capacity - 1)));
  }
}
