package dev.weft.verbs.attributes;

import dev.weft.argument.FlagNames;
import dev.weft.verbs.WorkBuilder;

/**
 * {@code enum ibv_qp_create_send_ops_flags}: operations that the builder of a queue pair supports
 * (VQ-06).
 */
public final class SendOperations {

  /** {@code IBV_QP_EX_WITH_RDMA_WRITE}: {@link WorkBuilder#rdmaWrite}. */
  public static final long RDMA_WRITE = 1;

  /** {@code IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM}: {@link WorkBuilder#rdmaWriteImm}. */
  public static final long RDMA_WRITE_WITH_IMM = 1 << 1;

  /** {@code IBV_QP_EX_WITH_SEND}: {@link WorkBuilder#send}. */
  public static final long SEND = 1 << 2;

  /** {@code IBV_QP_EX_WITH_SEND_WITH_IMM}: {@link WorkBuilder#sendImm}. */
  public static final long SEND_WITH_IMM = 1 << 3;

  /** {@code IBV_QP_EX_WITH_RDMA_READ}: {@link WorkBuilder#rdmaRead}. */
  public static final long RDMA_READ = 1 << 4;

  /** {@code IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP}: {@link WorkBuilder#atomicCompareSwap}. */
  public static final long ATOMIC_CMP_AND_SWP = 1 << 5;

  /** {@code IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD}: {@link WorkBuilder#atomicFetchAdd}. */
  public static final long ATOMIC_FETCH_AND_ADD = 1 << 6;

  /** {@code IBV_QP_EX_WITH_LOCAL_INV}: {@link WorkBuilder#localInvalidate}. */
  public static final long LOCAL_INV = 1 << 7;

  /** {@code IBV_QP_EX_WITH_BIND_MW}: {@link WorkBuilder#bindMw}. */
  public static final long BIND_MW = 1 << 8;

  /** {@code IBV_QP_EX_WITH_SEND_WITH_INV}: {@link WorkBuilder#sendInvalidate}. */
  public static final long SEND_WITH_INV = 1 << 9;

  /** {@code IBV_QP_EX_WITH_TSO}: not supported by the devices here. */
  public static final long TSO = 1 << 10;

  /** {@code IBV_QP_EX_WITH_FLUSH}: {@link WorkBuilder#flush}. */
  public static final long FLUSH = 1 << 11;

  /** {@code IBV_QP_EX_WITH_ATOMIC_WRITE}: {@link WorkBuilder#atomicWrite}. */
  public static final long ATOMIC_WRITE = 1 << 12;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(RDMA_WRITE, "IBV_QP_EX_WITH_RDMA_WRITE")
          .name(RDMA_WRITE_WITH_IMM, "IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM")
          .name(SEND, "IBV_QP_EX_WITH_SEND")
          .name(SEND_WITH_IMM, "IBV_QP_EX_WITH_SEND_WITH_IMM")
          .name(RDMA_READ, "IBV_QP_EX_WITH_RDMA_READ")
          .name(ATOMIC_CMP_AND_SWP, "IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP")
          .name(ATOMIC_FETCH_AND_ADD, "IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD")
          .name(LOCAL_INV, "IBV_QP_EX_WITH_LOCAL_INV")
          .name(BIND_MW, "IBV_QP_EX_WITH_BIND_MW")
          .name(SEND_WITH_INV, "IBV_QP_EX_WITH_SEND_WITH_INV")
          .name(TSO, "IBV_QP_EX_WITH_TSO")
          .name(FLUSH, "IBV_QP_EX_WITH_FLUSH")
          .name(ATOMIC_WRITE, "IBV_QP_EX_WITH_ATOMIC_WRITE");

  private SendOperations() {}

  /**
   * The names of the set bits, {@code IBV_QP_EX_WITH_RDMA_WRITE|...}; unknown bits as one
   * hexadecimal number.
   */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}
