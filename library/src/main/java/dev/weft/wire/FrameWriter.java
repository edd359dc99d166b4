package dev.weft.wire;

import static dev.weft.wire.FrameLayout.FRAMES;
import static dev.weft.wire.FrameLayout.FRAME_ALIGNMENT;
import static dev.weft.wire.FrameLayout.FRAME_DATA;
import static dev.weft.wire.FrameLayout.FRAME_PAYLOAD;
import static dev.weft.wire.FrameLayout.FRAME_TAG;
import static dev.weft.wire.FrameLayout.USER_WORD;
import static dev.weft.wire.RingMemory.word;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * The producer half of a {@link FrameRing}: claims room, stores the payload, publishes. One thread
 * at a time.
 */
public final class FrameWriter extends CacheLinePadded {

  /** Returned by {@link #claim} if there is no room. */
  public static final long FULL = -1;

  private static final VarHandle POSITION;

  static {
    try {
      POSITION = MethodHandles.lookup().findVarHandle(FrameWriter.class, "position", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final FrameRing ring;
  private final RingMemory memory;
  private final long capacity;
  private long position;
  private long limit;

  /** Header of frames that are not published. */
  private long empty;

  private int acknowledgements;
  private Consumer<ProtocolViolation> onBreach = _ -> {};

  FrameWriter(FrameRing ring) {
    this.ring = ring;
    this.memory = ring.memory;
    this.capacity = ring.capacity;
    this.limit = capacity;
  }

  /** The maximum payload of a frame: a quarter of the ring, so that padding always fits. */
  public long maximumPayload() {
    return capacity / 4 - FRAME_PAYLOAD;
  }

  /**
   * Claims room for one frame, which must be published before the next claim.
   *
   * @return the frame's offset, or {@link #FULL}
   */
  public long claim(long payload) {
    return claimLeaving(payload, 0);
  }

  /** {@link #claim}, if at least {@code rest} bytes of the ring stay free. */
  public long claimLeaving(long payload, long rest) {
    long size = FrameLayout.aligned(FRAME_PAYLOAD + payload);
    long untilEnd = capacity - (position & (capacity - 1));
    boolean wraps = size > untilEnd;
    if (!hasRoom((wraps ? untilEnd + size : size) + rest)) {
      return FULL;
    }
    if (wraps) {
      pad(untilEnd);
    }
    clearHeader(position + size);
    return offsetOf(position);
  }

  /** Offset of a claimed frame's payload in {@link #memory()}. */
  public static long payload(long frame) {
    return frame + FRAME_PAYLOAD;
  }

  /** The ring's memory. */
  public MemorySegment memory() {
    return memory.segment;
  }

  /**
   * Copies bytes into a claimed frame's payload; copies a single aligned word, the most common
   * short message, as a word.
   *
   * @param at the frame's offset plus an offset in its payload
   */
  public void put(long at, MemorySegment from, long offset, long size) {
    if (size == Long.BYTES && RingMemory.isWord(at)) {
      memory.set(word(at) + word(FRAME_PAYLOAD), from.get(USER_WORD, offset));
    } else {
      MemorySegment.copy(from, offset, memory.segment, at + FRAME_PAYLOAD, size);
    }
  }

  /** Stores one word of a claimed frame's payload, aligned to 8 bytes. */
  public void setWord(long frame, long offset, long value) {
    memory.set(word(frame) + word(FRAME_PAYLOAD + offset), value);
  }

  /**
   * Publishes a claimed frame.
   *
   * @param payload as claimed
   * @param kind 1 to 255
   * @param flags 0 to 255
   * @param handle 0 to 65535
   */
  public void publish(
      long frame, long payload, int kind, int flags, int handle, long tag, long data) {
    long size = FRAME_PAYLOAD + payload;
    memory.set(word(frame) + word(FRAME_TAG), tag);
    memory.set(word(frame) + word(FRAME_DATA), data);
    position += FrameLayout.aligned(size);
    headerRelease(frame, FrameLayout.header(size, handle, flags, kind));
  }

  /**
   * Passes a number to the reader. It needs no room, and replaces the number before.
   *
   * @param number of 24 bits
   */
  public void acknowledge(int number) {
    empty = FrameLayout.acknowledgement(++acknowledgements, number);
    headerRelease(offsetOf(position), empty);
  }

  /** After {@link #FULL}: asks to be woken when there is room; claim once more after this. */
  public void wantRoom() {
    ring.wantRoom();
  }

  /** After publishing: whether the reader sleeps and the caller must wake it. */
  public boolean takeAlarm() {
    return ring.takeAlarm();
  }

  /** {@link #takeAlarm} by a caller that has issued a full fence since it published. */
  boolean takeAlarmAfterFence() {
    return ring.takeAlarmAfterFence();
  }

  /** Throws a deferred fault of the ring's memory here, as {@link DeferredMmapFault} does. */
  public void checkFault() {
    memory.checkFault();
  }

  /** Whether the reader has freed the room of everything published. */
  public boolean isDrained() {
    return ring.headAcquire() == position;
  }

  /** Bytes of frames published so far, with headers and padding. Any thread; a little old. */
  long written() {
    return (long) POSITION.getOpaque(this);
  }

  /**
   * Bytes published whose room the reader has not freed, 0 to the capacity. Any thread; reads the
   * ring's memory, so the caller expects a fault of a file that was cut.
   */
  long unread() {
    long head = ring.headAcquire();
    return Math.clamp(written() - head, 0, capacity);
  }

  /** Bytes of frames that fit. */
  long capacity() {
    return capacity;
  }

  /** Sets the handler for a reader's position that is invalid. */
  void onBreach(Consumer<ProtocolViolation> action) {
    onBreach = action;
  }

  private boolean hasRoom(long size) {
    long end = position + size + FRAME_ALIGNMENT;
    if (end > limit) {
      long head = ring.headAcquire();
      if (head > position || head < position - capacity) {
        onBreach.accept(ProtocolViolation.WRONG_POSITION);
        return false;
      }
      limit = head + capacity;
    }
    return end <= limit;
  }

  private void pad(long untilEnd) {
    clearHeader(position + untilEnd);
    headerRelease(offsetOf(position), FrameLayout.header(untilEnd, 0, 0, FrameReader.PADDING));
    position += untilEnd;
  }

  /** Pairs with {@code headerAcquire} in {@link FrameReader}; makes the whole frame visible. */
  private void headerRelease(long frame, long header) {
    memory.setRelease(word(frame), header);
  }

  private void clearHeader(long at) {
    memory.set(word(offsetOf(at)), empty);
  }

  private long offsetOf(long at) {
    return FRAMES + (at & (capacity - 1));
  }
}
