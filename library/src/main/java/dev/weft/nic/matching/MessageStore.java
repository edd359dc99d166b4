package dev.weft.nic.matching;

import dev.weft.nic.message.IntrusiveList;
import dev.weft.nic.message.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Memory for messages that arrived before a receive was posted. Reuses messages and payload memory,
 * in sizes of powers of two. The total is bounded: beyond it frames stay in their ring, and senders
 * get {@code EAGAIN}.
 */
final class MessageStore {
  private static final int SMALLEST = 6;
  private static final int SIZES = 32;

  private long byteLimit;
  private final SegmentAllocator allocator;
  private final List<IntrusiveList<Message>> free =
      Stream.generate(IntrusiveList<Message>::new).limit(SIZES).toList();
  private long bytes;

  MessageStore(long byteLimit) {
    this(byteLimit, Arena.ofAuto());
  }

  MessageStore(long byteLimit, SegmentAllocator allocator) {
    this.byteLimit = byteLimit;
    this.allocator = allocator;
  }

  /**
   * A copy of a message that lies in a ring.
   *
   * @return null if no more can be kept
   */
  Message keep(Message arriving) {
    int size = sizeFor(arriving);
    if (bytes + (1L << size) > byteLimit) {
      return null;
    }
    Message kept = take(size);
    if (kept == null) {
      byteLimit = bytes; // retrying each time would take long
      return null;
    }
    bytes += 1L << size;
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
    bytes -= 1L << size;
    kept.sender = null;
    free.get(size).addFirst(kept);
  }

  private Message take(int size) {
    Message message = free.get(size).removeFirst();
    return message == null ? allocate(1L << size) : message;
  }

  /** Null if the process has no more memory, which is handled as a full store. */
  private Message allocate(long size) {
    try {
      Message message = new Message();
      message.memory = allocator.allocate(size, 64);
      return message;
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  private static int sizeFor(Message message) {
    long payload = message.isAnnounced() ? 1 : Math.max(1, message.length);
    return Math.max(SMALLEST, 64 - Long.numberOfLeadingZeros(payload - 1));
  }
}
