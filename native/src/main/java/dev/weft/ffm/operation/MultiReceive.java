package dev.weft.ffm.operation;

import dev.weft.fabric.completion.CompletionEntryLayout;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.linker.CMemory;

/**
 * The messages of one receive of many, whose buffer may be released before all of them have been
 * reported: by rxm of 1.17, with the entry of the message that lies last (rxm_cq.c,
 * rxm_adjust_multi_recv), or in an entry of its own, without a buffer, if messages were there
 * before the receive (rxm_msg.c, rxm_post_mrecv). Messages lie without gaps.
 *
 * <pre>
 *   start                                                    start + room
 *     | message | message |   not reported yet   | message |       |
 *     |<-------------------- reach ----------------------->|
 *       reported: the bytes of the three
 * </pre>
 *
 * <p>Guarded by the lock of the pool.
 */
final class MultiReceive {
  private static final long UNKNOWN = -1;
  private static final long BASE = CallLayouts.IO_VECTOR.offset("iov_base");
  private static final long LENGTH = CallLayouts.IO_VECTOR.offset("iov_len");

  /** The address of the {@code struct iovec} of the buffer. */
  private final long vector;

  /** Bytes of the messages that have been reported. */
  private long reported;

  /** Where the reported message ends that lies last in the buffer; UNKNOWN before the first. */
  private long reach;

  /** Where the last message ends in the buffer; or UNKNOWN. */
  private long end;

  /** C has released the buffer by an entry of its own. */
  private boolean released;

  MultiReceive(long vector) {
    this.vector = vector;
  }

  /** No message has been reported. */
  void begin() {
    reported = 0;
    reach = UNKNOWN;
    end = UNKNOWN;
    released = false;
  }

  /** Sets the buffer of a receive that is posted without a vector. */
  void into(long start, long length) {
    CMemory.word(vector + BASE, start);
    CMemory.word(vector + LENGTH, length);
  }

  /**
   * Moves {@code FI_MULTI_RECV} to the entry that is reported last.
   *
   * @param entry address of an entry with its buffer
   * @param minimum {@code FI_OPT_MIN_MULTI_RECV} in bytes
   * @return the entry's flags; 0 for an entry of its own that is not the last
   */
  long releaseLast(long entry, long flags, long minimum) {
    long length = CMemory.word(entry + CompletionEntryLayout.LENGTH_OFFSET);
    long address = CMemory.word(entry + CompletionEntryLayout.BUFFER_OFFSET);
    boolean last = (flags & CompletionFlags.MULTI_RECV) != 0;
    if (address != 0) {
      count(address, length);
      end = last ? address + length - start() : end;
    }
    released |= last && address == 0;
    long rest = flags & ~CompletionFlags.MULTI_RECV;
    long result = isWhole(minimum) ? rest | CompletionFlags.MULTI_RECV : rest;
    CMemory.word(entry + CompletionEntryLayout.FLAGS_OFFSET, result);
    return result;
  }

  /** Counts a message that failed; whether it was the last one. */
  boolean failsLast(long address, long length, long minimum) {
    if (address != 0) {
      count(address, Math.min(length, start() + room() - address));
    }
    return isWhole(minimum);
  }

  private void count(long address, long length) {
    reported += length;
    reach = Math.max(reach, address + length - start());
  }

  /** Whether C has released the buffer, and all messages have been reported. */
  boolean isWhole(long minimum) {
    boolean full = reported == reach && room() - reach < minimum;
    return reported == end || (released && full);
  }

  private long start() {
    return CMemory.word(vector + BASE);
  }

  private long room() {
    return CMemory.word(vector + LENGTH);
  }
}
