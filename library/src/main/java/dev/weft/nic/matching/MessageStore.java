package dev.weft.nic.matching;

import dev.weft.nic.message.IntrusiveList;
import dev.weft.nic.message.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.util.function.Supplier;

/**
 * Memory for messages that arrived before a receive was posted. Reuses messages and payload memory,
 * in sizes of powers of two. The total is bounded: beyond it frames stay in their ring, and senders
 * get {@code EAGAIN}.
 *
 * <pre>
 *   limit  >=  used: messages that are kept     each its payload memory and {@link #HEAP_BYTES}
 *   limit  >=  held: used, and free ones        else the free ones of all sizes without a kept
 *                                               message are dropped
 * </pre>
 */
final class MessageStore {
  /** Bytes of the heap for one message: the object, its segment and what frees that. */
  static final long HEAP_BYTES = 256;

  private static final int SMALLEST = 6;
  private static final int SIZES = 32;

  private final long configuredLimit;

  /** Less than the configured one after memory was short, until the store is empty. */
  private long limit;

  private final Supplier<SegmentAllocator> arenas;
  private final SizeClass[] classes = new SizeClass[SIZES];
  private long used;
  private long held;

  /** Messages with memory of one size, which the collector frees once all of them are dropped. */
  private static final class SizeClass {
    final SegmentAllocator arena;
    final IntrusiveList<Message> free = new IntrusiveList<>();
    int freeCount;
    int usedCount;

    SizeClass(SegmentAllocator arena) {
      this.arena = arena;
    }
  }

  MessageStore(long byteLimit) {
    this(byteLimit, Arena::ofAuto);
  }

  MessageStore(long byteLimit, Supplier<SegmentAllocator> arenas) {
    this.configuredLimit = byteLimit;
    this.limit = byteLimit;
    this.arenas = arenas;
  }

  /**
   * A copy of a message that lies in a ring.
   *
   * @return null if no more can be kept
   */
  Message keep(Message arriving) {
    int size = sizeFor(arriving);
    if (used + cost(size) > limit) {
      return null;
    }
    Message kept = take(size);
    if (kept == null) {
      limit = used; // retrying each time would take long
      return null;
    }
    classes[size].usedCount++;
    used += cost(size);
    kept.describeAs(arriving);
    if (!arriving.isAnnounced()) {
      copy(arriving, kept);
    }
    return kept;
  }

  private void copy(Message arriving, Message kept) {
    try {
      arriving.copyTo(0, kept.memory, 0, arriving.length);
    } catch (InternalError noSuchPage) {
      giveBack(kept);
      throw noSuchPage;
    }
  }

  /** Returns a message of {@link #keep}. */
  void giveBack(Message kept) {
    int size = Long.numberOfTrailingZeros(kept.memory.byteSize());
    SizeClass same = classes[size];
    same.usedCount--;
    same.freeCount++;
    same.free.addFirst(kept);
    kept.forgetLink();
    used -= cost(size);
    limit = used == 0 ? configuredLimit : limit;
  }

  private Message take(int size) {
    SizeClass same = classes[size];
    if (same != null && same.freeCount > 0) {
      same.freeCount--;
      return same.free.removeFirst();
    }
    if (held + cost(size) > limit) {
      dropUnused();
    }
    return allocate(size);
  }

  /** Drops the free messages of the sizes of which none is kept. */
  private void dropUnused() {
    for (int size = SMALLEST; size < SIZES; size++) {
      SizeClass each = classes[size];
      if (each != null && each.usedCount == 0) {
        held -= each.freeCount * cost(size);
        classes[size] = null;
      }
    }
  }

  /** Null if the process has no more memory, which is handled as a full store. */
  private Message allocate(int size) {
    try {
      if (classes[size] == null) {
        classes[size] = new SizeClass(arenas.get());
      }
      Message message = new Message();
      message.memory = classes[size].arena.allocate(1L << size, 64);
      held += cost(size);
      return message;
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  private static long cost(int size) {
    return (1L << size) + HEAP_BYTES;
  }

  private static int sizeFor(Message message) {
    long payload = message.isAnnounced() ? 1 : Math.max(1, message.length);
    return Math.max(SMALLEST, 64 - Long.numberOfLeadingZeros(payload - 1));
  }
}
