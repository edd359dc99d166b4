package dev.weft.completion.work;

/**
 * The contents of one work completion, filled in by its writer.
 *
 * <p>One object is reused: {@link #reset}, fill in, {@link WorkCompletionSink#add}. Numbers are
 * those of {@code enum ibv_wc_status}, {@code ibv_wc_opcode} and {@code ibv_wc_flags}; 32-bit
 * values are unsigned.
 */
public final class WorkCompletion {
  /** {@code wr_id}: as posted; valid for every status. */
  public long wrId;

  /** {@code enum ibv_wc_status}, 0 to 254. */
  public int status;

  /** {@code enum ibv_wc_opcode}, 0 to 255; valid for failures too. */
  public int opcode;

  /** {@code vendor_err}: 0 for a success. */
  public int vendorError;

  /** {@code byte_len}. */
  public int byteLength;

  /** {@code imm_data}, its four bytes as in memory, or {@code invalidated_rkey}. */
  public int immediateOrKey;

  /** {@code qp_num} of the local queue pair, 24 bits. */
  public int queuePair;

  /** {@code src_qp}, 24 bits. */
  public int sourceQueuePair;

  /** {@code wc_flags}: {@code enum ibv_wc_flags}, 0 to 255. */
  public int flags;

  /** Where a datagram came from, packed by {@link #origin}. */
  public long origin;

  /**
   * Freed resource count of reliable datagrams, 16 bits: the work requests that this one retires.
   */
  public int freedResources;

  /** Number of the local end-to-end context of reliable datagrams, 24 bits; excludes a tag. */
  public int endToEndContext;

  /** {@code ibv_wc_tm_info.tag}. */
  public long tagMatchingTag;

  /** {@code ibv_wc_tm_info.priv}. */
  public int tagMatchingPrivate;

  /**
   * Whether this notifies a queue armed for solicited completions only. Set by the writer: always
   * for a failure, for a received message if it has the solicited bit, never for a successful send.
   */
  public boolean solicited;

  /**
   * Packs where a datagram came from, for {@link #origin}.
   *
   * @param pkeyIndex {@code pkey_index}, 16 bits
   * @param slid {@code slid}, 16 bits
   * @param serviceLevel {@code sl}, 8 bits
   * @param pathBits {@code dlid_path_bits}, 8 bits
   */
  public static long origin(int pkeyIndex, int slid, int serviceLevel, int pathBits) {
    return (pkeyIndex & 0xFFFFL)
        | (slid & 0xFFFFL) << 16
        | (serviceLevel & 0xFFL) << 32
        | (pathBits & 0xFFL) << 40;
  }

  /** {@code pkey_index} of the {@link #origin}. */
  public int pkeyIndex() {
    return WorkCompletionLayout.pkeyIndex(origin);
  }

  /** {@code slid} of the {@link #origin}. */
  public int slid() {
    return WorkCompletionLayout.slid(origin);
  }

  /** {@code sl} of the {@link #origin}. */
  public int serviceLevel() {
    return WorkCompletionLayout.serviceLevel(origin);
  }

  /** {@code dlid_path_bits} of the {@link #origin}. */
  public int pathBits() {
    return WorkCompletionLayout.pathBits(origin);
  }

  /** Sets every field to 0. */
  public WorkCompletion reset() {
    wrId = 0;
    status = 0;
    opcode = 0;
    vendorError = 0;
    byteLength = 0;
    immediateOrKey = 0;
    queuePair = 0;
    sourceQueuePair = 0;
    flags = 0;
    origin = 0;
    freedResources = 0;
    endToEndContext = 0;
    tagMatchingTag = 0;
    tagMatchingPrivate = 0;
    solicited = false;
    return this;
  }

  @Override
  public String toString() {
    return "WorkCompletion[wrId=0x%x, status=%d, opcode=%d, byteLength=%s, queuePair=%d]"
        .formatted(wrId, status, opcode, Integer.toUnsignedString(byteLength), queuePair);
  }
}
