package dev.weft.verbs.completion;

/**
 * {@code struct ibv_wc}: field offsets of a completion, in bytes, as in C.
 *
 * <pre>{@code
 * 0                8        12       16         20
 * +----------------+--------+--------+----------+----------+
 * |     wr_id      | status | opcode |vendor_err| byte_len |
 * +----------------+--------+--------+----------+----------+
 * 24       28       32       36       40         42   44 45 46
 * +--------+--------+--------+--------+----------+----+--+--+--+
 * |imm|rkey| qp_num | src_qp |wc_flags|pkey_index|slid|sl|pb|  |
 * +--------+--------+--------+--------+----------+----+--+--+--+
 * }</pre>
 *
 * <p>Numbers are in native byte order, except {@code imm_data}, whose four bytes are stored as the
 * sender wrote them. Entries are contiguous.
 */
public final class WorkCompletionLayout {

  /** {@code wr_id}, 8 bytes. */
  public static final int WR_ID_OFFSET = 0;

  /** {@code status}, 4 bytes. */
  public static final int STATUS_OFFSET = 8;

  /** {@code opcode}, 4 bytes. */
  public static final int OPCODE_OFFSET = 12;

  /** {@code vendor_err}, 4 bytes. */
  public static final int VENDOR_ERR_OFFSET = 16;

  /** {@code byte_len}, 4 bytes. */
  public static final int BYTE_LEN_OFFSET = 20;

  /** {@code imm_data} and {@code invalidated_rkey}, the same 4 bytes. */
  public static final int IMM_DATA_OFFSET = 24;

  /** {@code qp_num}, 4 bytes. */
  public static final int QP_NUM_OFFSET = 28;

  /** {@code src_qp}, 4 bytes. */
  public static final int SRC_QP_OFFSET = 32;

  /** {@code wc_flags}, 4 bytes. */
  public static final int WC_FLAGS_OFFSET = 36;

  /** {@code pkey_index}, 2 bytes. */
  public static final int PKEY_INDEX_OFFSET = 40;

  /** {@code slid}, 2 bytes. */
  public static final int SLID_OFFSET = 42;

  /** {@code sl}, 1 byte. */
  public static final int SL_OFFSET = 44;

  /** {@code dlid_path_bits}, 1 byte. */
  public static final int DLID_PATH_BITS_OFFSET = 45;

  /** Bytes of an entry. */
  public static final int SIZE = 48;

  private WorkCompletionLayout() {}
}
