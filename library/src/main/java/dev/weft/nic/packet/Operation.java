package dev.weft.nic.packet;

/** {@code enum ibv_wr_opcode} and its properties. */
public final class Operation {
  public static final int RDMA_WRITE = 0;
  public static final int RDMA_WRITE_WITH_IMMEDIATE = 1;
  public static final int SEND = 2;
  public static final int SEND_WITH_IMMEDIATE = 3;
  public static final int RDMA_READ = 4;
  public static final int COMPARE_AND_SWAP = 5;
  public static final int FETCH_AND_ADD = 6;
  public static final int LOCAL_INVALIDATE = 7;
  public static final int BIND_WINDOW = 8;
  public static final int SEND_WITH_INVALIDATE = 9;
  public static final int FLUSH = 14;
  public static final int ATOMIC_WRITE = 15;

  /** {@code IBV_WC_RECV}. */
  public static final int RECEIVED = 128;

  /** {@code IBV_WC_RECV_RDMA_WITH_IMM}. */
  public static final int RECEIVED_WRITE = 129;

  /** {@code IBV_WC_TM_ADD}; followed by {@code IBV_WC_TM_DEL} and {@code IBV_WC_TM_SYNC}. */
  public static final int TAG_ADDED = 130;

  /** {@code IBV_WC_TM_RECV}. */
  public static final int RECEIVED_TAG = 133;

  /** {@code IBV_WC_TM_NO_TAG}. */
  public static final int RECEIVED_NO_TAG = 134;

  /** {@code enum ibv_wc_opcode} by {@code enum ibv_wr_opcode}; -1 if there is none. */
  private static final byte[] COMPLETED_AS = {1, 1, 0, 0, 2, 3, 4, 6, 5, 0, -1, -1, -1, -1, 8, 9};

  /** What queue pairs of each type may post (VQ-03), as a set: a bit for each operation. */
  static final int DATAGRAM = 1 << SEND | 1 << SEND_WITH_IMMEDIATE;

  static final int UNRELIABLE =
      DATAGRAM
          | 1 << RDMA_WRITE
          | 1 << RDMA_WRITE_WITH_IMMEDIATE
          | 1 << LOCAL_INVALIDATE
          | 1 << BIND_WINDOW
          | 1 << SEND_WITH_INVALIDATE;

  static final int RELIABLE =
      UNRELIABLE
          | 1 << RDMA_READ
          | 1 << COMPARE_AND_SWAP
          | 1 << FETCH_AND_ADD
          | 1 << FLUSH
          | 1 << ATOMIC_WRITE;

  static final int RELIABLE_DATAGRAM =
      DATAGRAM
          | 1 << RDMA_WRITE
          | 1 << RDMA_WRITE_WITH_IMMEDIATE
          | 1 << RDMA_READ
          | 1 << COMPARE_AND_SWAP
          | 1 << FETCH_AND_ADD;

  /** Operations whose response carries data. */
  private static final int FETCHING = 1 << RDMA_READ | 1 << COMPARE_AND_SWAP | 1 << FETCH_AND_ADD;

  private static final int LOCAL = 1 << LOCAL_INVALIDATE | 1 << BIND_WINDOW;
  private static final int MAY_BE_INLINE = (UNRELIABLE & ~LOCAL) | 1 << ATOMIC_WRITE;

  private Operation() {}

  /** The opcode of its completion. */
  public static int completedAs(int operation) {
    return COMPLETED_AS[operation];
  }

  /** Whether the response carries data: a read, or an atomic operation that fetches. */
  public static boolean fetches(int operation) {
    return isIn(operation, FETCHING);
  }

  /** Whether it is a plain read or write of the peer's memory, in which the peer takes no part. */
  public static boolean isOneSided(int operation) {
    return operation == RDMA_READ || operation == RDMA_WRITE;
  }

  /** Whether it is a send, which consumes a receive of the peer. */
  public static boolean isSend(int operation) {
    return isIn(operation, DATAGRAM | 1 << SEND_WITH_INVALIDATE);
  }

  /** Whether it changes one word of 8 bytes in memory. */
  public static boolean isAtomic(int operation) {
    return operation == COMPARE_AND_SWAP || operation == FETCH_AND_ADD || operation == ATOMIC_WRITE;
  }

  /** Whether it is executed locally, without the peer. */
  public static boolean isLocal(int operation) {
    return isIn(operation, LOCAL);
  }

  public static boolean mayBeInline(int operation) {
    return isIn(operation, MAY_BE_INLINE);
  }

  /** Whether it is in a set of {@link TransportType#operations}. */
  public static boolean isIn(int operation, int set) {
    return (operation & ~31) == 0 && (set >>> operation & 1) != 0;
  }
}
