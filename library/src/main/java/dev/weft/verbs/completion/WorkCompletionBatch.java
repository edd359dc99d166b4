package dev.weft.verbs.completion;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.weft.argument.Require;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct ibv_wc[]}: the buffer for the completions of one {@code ibv_poll_cq(3)}, in exactly
 * the layout of C ({@link WorkCompletionLayout}).
 *
 * <p>A view of native memory: reading allocates nothing, and {@link #segment()} can be passed to C
 * unchanged. In a failed completion only {@link #wrId}, {@link #status}, {@link #qpNum} and {@link
 * #vendorErr} are valid (VP-11). One thread at a time may use a batch.
 */
public final class WorkCompletionBatch {

  private final MemorySegment segment;
  private final int capacity;

  private WorkCompletionBatch(MemorySegment segment, int capacity) {
    this.segment = segment;
    this.capacity = capacity;
  }

  /** Allocates room for {@code capacity} completions, zeroed; 0 or more. */
  public static WorkCompletionBatch allocate(Arena arena, int capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity=" + capacity + ", allowed 0 or more");
    }
    long bytes = (long) capacity * WorkCompletionLayout.SIZE;
    MemorySegment segment = Require.notNull("arena", arena).allocate(bytes, JAVA_LONG.byteSize());
    return new WorkCompletionBatch(segment, capacity);
  }

  /**
   * A view of existing memory, with as many entries as fit.
   *
   * @param segment native and aligned to 8 bytes
   */
  public static WorkCompletionBatch over(MemorySegment segment) {
    Require.nativeMemory("segment", segment);
    if (segment.address() % JAVA_LONG.byteAlignment() != 0) {
      throw new IllegalArgumentException("segment=" + segment + ", allowed 8-byte aligned memory");
    }
    long capacity = segment.byteSize() / WorkCompletionLayout.SIZE;
    return new WorkCompletionBatch(segment, (int) Math.min(capacity, Integer.MAX_VALUE));
  }

  /** Maximum number of completions. */
  public int capacity() {
    return capacity;
  }

  /** The memory; completion {@code i} starts at {@code i * WorkCompletionLayout.SIZE}. */
  public MemorySegment segment() {
    return segment;
  }

  /** {@code wr_id}: the request's 64 bits, whatever the status (VE-01). */
  public long wrId(int index) {
    return segment.get(JAVA_LONG, at(index, WorkCompletionLayout.WR_ID_OFFSET));
  }

  /** {@code status}: one of {@link CompletionStatus} (VE-17). */
  public int status(int index) {
    return field(index, WorkCompletionLayout.STATUS_OFFSET);
  }

  /** {@code opcode}: one of {@link CompletionOpcode} (VE-02, VE-03). */
  public int opcode(int index) {
    return field(index, WorkCompletionLayout.OPCODE_OFFSET);
  }

  /** {@code vendor_err}: the device's error detail (VE-18). */
  public int vendorErr(int index) {
    return field(index, WorkCompletionLayout.VENDOR_ERR_OFFSET);
  }

  /** {@code byte_len}: unsigned bytes; valid for receives, reads and atomics (VE-04 to VE-08). */
  public int byteLen(int index) {
    return field(index, WorkCompletionLayout.BYTE_LEN_OFFSET);
  }

  /** {@code imm_data}: the sender's four bytes, with {@link WcFlags#WITH_IMM} (VP-14). */
  public int immData(int index) {
    return field(index, WorkCompletionLayout.IMM_DATA_OFFSET);
  }

  /** {@code invalidated_rkey}: with {@link WcFlags#WITH_INV} (VP-15). */
  public int invalidatedRkey(int index) {
    return field(index, WorkCompletionLayout.IMM_DATA_OFFSET);
  }

  /** {@code qp_num}: number of the local queue pair (VE-19). */
  public int qpNum(int index) {
    return field(index, WorkCompletionLayout.QP_NUM_OFFSET);
  }

  /** {@code src_qp}: the sender's queue pair number; datagrams only (VE-10). */
  public int srcQp(int index) {
    return field(index, WorkCompletionLayout.SRC_QP_OFFSET);
  }

  /** {@code wc_flags}: {@link WcFlags}. */
  public int wcFlags(int index) {
    return field(index, WorkCompletionLayout.WC_FLAGS_OFFSET);
  }

  /** {@code pkey_index}: 0 to 65535; GSI receives only (VE-16). */
  public int pkeyIndex(int index) {
    return half(index, WorkCompletionLayout.PKEY_INDEX_OFFSET);
  }

  /** {@code slid}: the sender's LID, 0 to 65535; datagrams only (VE-11, VP-34). */
  public int slid(int index) {
    return half(index, WorkCompletionLayout.SLID_OFFSET);
  }

  /** {@code sl}: the service level, 0 to 15; datagrams only (VE-11). */
  public int sl(int index) {
    return Byte.toUnsignedInt(segment.get(JAVA_BYTE, at(index, WorkCompletionLayout.SL_OFFSET)));
  }

  /** {@code dlid_path_bits}: low bits of the destination LID; datagrams only (VE-11). */
  public int dlidPathBits(int index) {
    return Byte.toUnsignedInt(
        segment.get(JAVA_BYTE, at(index, WorkCompletionLayout.DLID_PATH_BITS_OFFSET)));
  }

  private int field(int index, int offset) {
    return segment.get(JAVA_INT, at(index, offset));
  }

  private int half(int index, int offset) {
    return Short.toUnsignedInt(segment.get(JAVA_SHORT, at(index, offset)));
  }

  private long at(int index, int offset) {
    return (long) Require.index("index", index, capacity) * WorkCompletionLayout.SIZE + offset;
  }

  /** One completion as text: of a failed one the fields that {@code ibv_poll_cq(3)} fills. */
  public String describe(int index) {
    String outcome = CompletionStatus.name(status(index));
    if (status(index) != CompletionStatus.SUCCESS) {
      return "wr_id=0x%x, status=%s, vendor_err=%d, qp_num=0x%06x"
          .formatted(wrId(index), outcome, vendorErr(index), qpNum(index));
    }
    return "wr_id=0x%x, status=%s, opcode=%s, byte_len=%d, qp_num=0x%06x, wc_flags=%s"
        .formatted(
            wrId(index),
            outcome,
            CompletionOpcode.name(opcode(index)),
            Integer.toUnsignedLong(byteLen(index)),
            qpNum(index),
            WcFlags.describe(wcFlags(index)));
  }

  /** Every slot, including those that no poll has filled; for debugging. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("WorkCompletionBatch[");
    for (int index = 0; index < capacity; index++) {
      text.append("\n  ").append(index).append(": ").append(describe(index));
    }
    return text.append(']').toString();
  }
}
