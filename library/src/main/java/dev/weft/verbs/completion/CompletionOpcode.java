package dev.weft.verbs.completion;

import dev.weft.argument.Numbers;
import dev.weft.verbs.work.WorkOpcode;

/**
 * {@code enum ibv_wc_opcode}: the operation that completed (VE-02, VE-03). The numbers differ from
 * {@link WorkOpcode}.
 */
public final class CompletionOpcode {

  /** {@code IBV_WC_SEND}: a send of any kind completed. */
  public static final int SEND = 0;

  /** {@code IBV_WC_RDMA_WRITE}: a write completed, with immediate data or without. */
  public static final int RDMA_WRITE = 1;

  /** {@code IBV_WC_RDMA_READ}: a read completed and its data has arrived. */
  public static final int RDMA_READ = 2;

  /** {@code IBV_WC_COMP_SWAP}: a compare-and-swap completed. */
  public static final int COMP_SWAP = 3;

  /** {@code IBV_WC_FETCH_ADD}: a fetch-and-add completed. */
  public static final int FETCH_ADD = 4;

  /** {@code IBV_WC_BIND_MW}: a window was bound. */
  public static final int BIND_MW = 5;

  /** {@code IBV_WC_LOCAL_INV}: a key was invalidated. */
  public static final int LOCAL_INV = 6;

  /** {@code IBV_WC_TSO}: a segmented send completed. */
  public static final int TSO = 7;

  /** {@code IBV_WC_FLUSH}: a flush completed. */
  public static final int FLUSH = 8;

  /** {@code IBV_WC_ATOMIC_WRITE}: an atomic write completed. */
  public static final int ATOMIC_WRITE = 9;

  /** {@code IBV_WC_RECV}: a message was received, with immediate data or without. */
  public static final int RECV = 128;

  /** {@code IBV_WC_RECV_RDMA_WITH_IMM}: a peer's write with immediate data consumed a receive. */
  public static final int RECV_RDMA_WITH_IMM = 129;

  /** {@code IBV_WC_TM_ADD}: a tag was added. */
  public static final int TM_ADD = 130;

  /** {@code IBV_WC_TM_DEL}: a tag was removed. */
  public static final int TM_DEL = 131;

  /** {@code IBV_WC_TM_SYNC}: the tag list was synchronised. */
  public static final int TM_SYNC = 132;

  /** {@code IBV_WC_TM_RECV}: a tagged message was received. */
  public static final int TM_RECV = 133;

  /** {@code IBV_WC_TM_NO_TAG}: a message without a tag was received on a tag-matching queue. */
  public static final int TM_NO_TAG = 134;

  /** {@code IBV_WC_DRIVER1}: defined by the device. */
  public static final int DRIVER1 = 135;

  /** {@code IBV_WC_DRIVER2}: defined by the device. */
  public static final int DRIVER2 = 136;

  /** {@code IBV_WC_DRIVER3}: defined by the device. */
  public static final int DRIVER3 = 137;

  private static final String[] NAMES = new String[138];

  static {
    NAMES[SEND] = "IBV_WC_SEND";
    NAMES[RDMA_WRITE] = "IBV_WC_RDMA_WRITE";
    NAMES[RDMA_READ] = "IBV_WC_RDMA_READ";
    NAMES[COMP_SWAP] = "IBV_WC_COMP_SWAP";
    NAMES[FETCH_ADD] = "IBV_WC_FETCH_ADD";
    NAMES[BIND_MW] = "IBV_WC_BIND_MW";
    NAMES[LOCAL_INV] = "IBV_WC_LOCAL_INV";
    NAMES[TSO] = "IBV_WC_TSO";
    NAMES[FLUSH] = "IBV_WC_FLUSH";
    NAMES[ATOMIC_WRITE] = "IBV_WC_ATOMIC_WRITE";
    NAMES[RECV] = "IBV_WC_RECV";
    NAMES[RECV_RDMA_WITH_IMM] = "IBV_WC_RECV_RDMA_WITH_IMM";
    NAMES[TM_ADD] = "IBV_WC_TM_ADD";
    NAMES[TM_DEL] = "IBV_WC_TM_DEL";
    NAMES[TM_SYNC] = "IBV_WC_TM_SYNC";
    NAMES[TM_RECV] = "IBV_WC_TM_RECV";
    NAMES[TM_NO_TAG] = "IBV_WC_TM_NO_TAG";
    NAMES[DRIVER1] = "IBV_WC_DRIVER1";
    NAMES[DRIVER2] = "IBV_WC_DRIVER2";
    NAMES[DRIVER3] = "IBV_WC_DRIVER3";
  }

  private CompletionOpcode() {}

  /** The C name of a number, or {@code unknown} (VE-17). */
  public static String name(int number) {
    return Numbers.name(NAMES, number);
  }

  /**
   * {@code opcode & IBV_WC_RECV}: whether bit 7 is set. It is set for receives and also for 130 to
   * 137 (VP-13).
   */
  public static boolean isReceive(int opcode) {
    return (opcode & RECV) != 0;
  }
}
