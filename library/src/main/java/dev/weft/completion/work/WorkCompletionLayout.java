package dev.weft.completion.work;

import static dev.weft.completion.CompletionLayout.BUFFER;
import static dev.weft.completion.CompletionLayout.CONTEXT;
import static dev.weft.completion.CompletionLayout.DATA;
import static dev.weft.completion.CompletionLayout.FLAGS;
import static dev.weft.completion.CompletionLayout.LENGTH;
import static dev.weft.completion.CompletionLayout.SOURCE;
import static dev.weft.completion.CompletionLayout.STATUS_SHIFT;
import static dev.weft.completion.CompletionLayout.TAG;
import static dev.weft.completion.CompletionLayout.WORD;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/**
 * Layout of a work completion in a slot of the ring and in {@code struct ibv_wc}.
 *
 * <p>A slot holds a complete work completion, failures included, as words of the struct where that
 * is possible, because copying them is the cost of a poll. Only time stamps, of timed queues, are
 * stored elsewhere.
 *
 * <pre>
 *            63  55           39      31  23           7      0
 *   context  | wr_id                                          |
 *   flags    | 1 | priv, high | opcode|   | priv, low | status |   the first bit: not an entry of
 *   length   | byte_len               | vendor_err             |   fi_cq(3), which never has it
 *   buffer   | freed  | path bits | sl | slid | pkey_index     |
 *   data     | qp_num                 | imm_data or rkey       |   priv: of tm_info
 *   tag      | tm_info.tag, or end-to-end context              |   never both
 *   source   | wc_flags               | src_qp                 |
 *   stamp    | position + 1               | status | qp_num    |
 * </pre>
 *
 * <p>{@code struct ibv_wc}, 48 bytes; the last two are 0:
 *
 * <pre>
 *   0       8        12       16         20         24         28       32       36
 *   +-------+--------+--------+----------+----------+----------+--------+--------+----------+
 *   | wr_id | status | opcode | vendor_  | byte_len | imm_data | qp_num | src_qp | wc_flags |
 *   |       |        |        | err      |          | or rkey  |        |        |          |
 *   +-------+--------+--------+----------+----------+----------+--------+--------+----------+
 *   36 + 4: pkey_index 40 (2), slid 42 (2), sl 44 (1), dlid_path_bits 45 (1), padding 46 (2)
 * </pre>
 */
final class WorkCompletionLayout {
  /** {@code sizeof(struct ibv_wc)}. */
  static final int STRUCT_SIZE = 48;

  /** Flag of a slot that a queue pair wrote. */
  static final long WORK = Long.MIN_VALUE;

  /** Status of a discarded entry: its queue pair was destroyed before a reader saw it. */
  static final int DISCARDED = 255;

  /** {@link #DISCARDED} at its position in a stamp. */
  static final long DISCARDED_DETAILS = (long) DISCARDED << STATUS_SHIFT;

  static final int QUEUE_PAIR_MASK = 0xFFFFFF;

  private static final int OPCODE_SHIFT = 32;
  private static final long STATUS_AND_OPCODE = 0xFFL << OPCODE_SHIFT | 0xFF;
  private static final int PRIVATE_LOW_SHIFT = 8;
  private static final int PRIVATE_HIGH_SHIFT = 40;
  private static final int FREED_SHIFT = 48;
  private static final long PATH_MASK = (1L << FREED_SHIFT) - 1;
  private static final long LOW = 0xFFFF_FFFFL;
  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private WorkCompletionLayout() {}

  /** Fills a slot except for its stamp. */
  static void store(WorkCompletion from, long[] slots, int slot) {
    slots[slot + CONTEXT] = from.wrId;
    slots[slot + FLAGS] =
        flags(from.opcode, from.status)
            | (from.tagMatchingPrivate & 0xFFFFL) << PRIVATE_LOW_SHIFT
            | (long) (from.tagMatchingPrivate >>> 16) << PRIVATE_HIGH_SHIFT;
    slots[slot + LENGTH] = words(from.vendorError, from.byteLength);
    slots[slot + BUFFER] = from.origin | (long) from.freedResources << FREED_SHIFT;
    slots[slot + DATA] = words(from.immediateOrKey, from.queuePair & QUEUE_PAIR_MASK);
    slots[slot + TAG] = from.tagMatchingTag | from.endToEndContext;
    slots[slot + SOURCE] = words(from.sourceQueuePair, from.flags);
  }

  /** The flags of a slot, without what only tag matching has. */
  static long flags(int opcode, long status) {
    return WORK | (opcode & 0xFFL) << OPCODE_SHIFT | (status & 0xFF);
  }

  /** The stamp of a slot without the position. */
  static long stampDetails(WorkCompletion from) {
    return (from.status & 0xFFL) << STATUS_SHIFT | (from.queuePair & QUEUE_PAIR_MASK);
  }

  /** Writes one {@code struct ibv_wc}. */
  static void project(long[] slots, int slot, MemorySegment to, long at) {
    to.set(WORD, at, slots[slot + CONTEXT]);
    to.set(WORD, at + 8, pair(slots[slot + FLAGS] & STATUS_AND_OPCODE));
    to.set(WORD, at + 16, pair(slots[slot + LENGTH]));
    to.set(WORD, at + 24, pair(slots[slot + DATA]));
    to.set(WORD, at + 32, pair(slots[slot + SOURCE]));
    to.set(WORD, at + 40, path(slots[slot + BUFFER] & PATH_MASK));
  }

  /** Whether a queue pair wrote this slot. */
  static boolean isWork(long[] slots, int slot) {
    return slots[slot + FLAGS] < 0;
  }

  /** Whether the entry with this stamp is {@link #DISCARDED}. */
  static boolean isDiscarded(long stamp) {
    return ((stamp >>> STATUS_SHIFT) & 0xFF) == DISCARDED;
  }

  static int status(long flags) {
    return (int) flags & 0xFF;
  }

  static int queuePair(long stamp) {
    return (int) stamp & QUEUE_PAIR_MASK;
  }

  static int opcode(long flags) {
    return (int) (flags >>> OPCODE_SHIFT) & 0xFF;
  }

  static int tagMatchingPrivate(long flags) {
    int low = (int) (flags >>> PRIVATE_LOW_SHIFT) & 0xFFFF;
    return (int) (flags >>> PRIVATE_HIGH_SHIFT) << 16 | low;
  }

  static int pkeyIndex(long origin) {
    return (int) origin & 0xFFFF;
  }

  static int slid(long origin) {
    return (int) (origin >>> 16) & 0xFFFF;
  }

  static int serviceLevel(long origin) {
    return (int) (origin >>> 32) & 0xFF;
  }

  static int pathBits(long origin) {
    return (int) (origin >>> 40) & 0xFF;
  }

  static int freedResources(long origin) {
    return (int) (origin >>> FREED_SHIFT);
  }

  /** Packs two values into a word of a slot. */
  static long words(int low, int high) {
    return (low & LOW) | (long) high << 32;
  }

  /** Two adjacent fields of four bytes, the first one in the low half, as a word of memory. */
  private static long pair(long fields) {
    return LITTLE_ENDIAN ? fields : Long.rotateLeft(fields, 32);
  }

  /** The fields from {@code pkey_index} to {@code dlid_path_bits} as a word of memory. */
  private static long path(long origin) {
    return LITTLE_ENDIAN
        ? origin
        : words(
            serviceLevel(origin) << 24 | pathBits(origin) << 16,
            pkeyIndex(origin) << 16 | slid(origin));
  }
}
