package dev.weft.verbs.work;

import dev.weft.argument.Numbers;
import dev.weft.verbs.completion.CompletionOpcode;

/**
 * {@code enum ibv_wr_opcode}: the operation of a send work request. VQ-03 says which types of queue
 * pairs have it, VE-02 with which opcode it completes. The numbers differ from {@link
 * CompletionOpcode}.
 */
public final class WorkOpcode {

  /** {@code IBV_WR_RDMA_WRITE}: writes the peer's memory. */
  public static final int RDMA_WRITE = 0;

  /** {@code IBV_WR_RDMA_WRITE_WITH_IMM}: writes the peer's memory and consumes a receive there. */
  public static final int RDMA_WRITE_WITH_IMM = 1;

  /** {@code IBV_WR_SEND}: sends a message. */
  public static final int SEND = 2;

  /** {@code IBV_WR_SEND_WITH_IMM}: sends a message with immediate data. */
  public static final int SEND_WITH_IMM = 3;

  /** {@code IBV_WR_RDMA_READ}: reads the peer's memory. */
  public static final int RDMA_READ = 4;

  /**
   * {@code IBV_WR_ATOMIC_CMP_AND_SWP}: swaps the peer's 8 bytes if they equal the expected value.
   */
  public static final int ATOMIC_CMP_AND_SWP = 5;

  /** {@code IBV_WR_ATOMIC_FETCH_AND_ADD}: adds to the peer's 8 bytes. */
  public static final int ATOMIC_FETCH_AND_ADD = 6;

  /** {@code IBV_WR_LOCAL_INV}: invalidates a local key. */
  public static final int LOCAL_INV = 7;

  /** {@code IBV_WR_BIND_MW}: binds a memory window. */
  public static final int BIND_MW = 8;

  /** {@code IBV_WR_SEND_WITH_INV}: sends a message and invalidates a key of the peer. */
  public static final int SEND_WITH_INV = 9;

  /** {@code IBV_WR_TSO}: sends a message in segments; not supported by this device. */
  public static final int TSO = 10;

  /** {@code IBV_WR_DRIVER1}: defined by the device. */
  public static final int DRIVER1 = 11;

  /** {@code IBV_WR_FLUSH}: makes writes visible or persistent. */
  public static final int FLUSH = 14;

  /** {@code IBV_WR_ATOMIC_WRITE}: writes the peer's 8 bytes atomically. */
  public static final int ATOMIC_WRITE = 15;

  private static final String[] NAMES = new String[16];

  static {
    NAMES[RDMA_WRITE] = "IBV_WR_RDMA_WRITE";
    NAMES[RDMA_WRITE_WITH_IMM] = "IBV_WR_RDMA_WRITE_WITH_IMM";
    NAMES[SEND] = "IBV_WR_SEND";
    NAMES[SEND_WITH_IMM] = "IBV_WR_SEND_WITH_IMM";
    NAMES[RDMA_READ] = "IBV_WR_RDMA_READ";
    NAMES[ATOMIC_CMP_AND_SWP] = "IBV_WR_ATOMIC_CMP_AND_SWP";
    NAMES[ATOMIC_FETCH_AND_ADD] = "IBV_WR_ATOMIC_FETCH_AND_ADD";
    NAMES[LOCAL_INV] = "IBV_WR_LOCAL_INV";
    NAMES[BIND_MW] = "IBV_WR_BIND_MW";
    NAMES[SEND_WITH_INV] = "IBV_WR_SEND_WITH_INV";
    NAMES[TSO] = "IBV_WR_TSO";
    NAMES[DRIVER1] = "IBV_WR_DRIVER1";
    NAMES[FLUSH] = "IBV_WR_FLUSH";
    NAMES[ATOMIC_WRITE] = "IBV_WR_ATOMIC_WRITE";
  }

  private WorkOpcode() {}

  /** The C name of a number, or {@code unknown} (VE-17). */
  public static String name(int number) {
    return Numbers.name(NAMES, number);
  }
}
