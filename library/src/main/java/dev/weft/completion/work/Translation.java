package dev.weft.completion.work;

import static dev.weft.completion.CompletionFailure.NO_SOURCE;
import static dev.weft.completion.CompletionLayout.BUFFER;
import static dev.weft.completion.CompletionLayout.CONTEXT;
import static dev.weft.completion.CompletionLayout.DATA;
import static dev.weft.completion.CompletionLayout.FLAGS;
import static dev.weft.completion.CompletionLayout.LENGTH;
import static dev.weft.completion.CompletionLayout.SOURCE;
import static dev.weft.completion.CompletionLayout.SUCCESS;
import static dev.weft.completion.CompletionLayout.TAG;

import dev.weft.completion.CompletionFailure;
import java.nio.ByteOrder;

/**
 * Translates completions between {@code fi_cq(3)} and verbs, for a queue that both APIs share.
 * Entries are stored as written and translated by the reader.
 *
 * <pre>
 *   fi_cq(3)                                ibv_wc
 *   FI_SEND                            ⇔    SEND
 *   FI_RMA|FI_WRITE, FI_RMA|FI_READ    ⇔    RDMA_WRITE, RDMA_READ
 *   FI_ATOMIC|FI_READ                  ⇔    FETCH_ADD (COMP_SWAP)
 *   FI_RECV                            ⇔    RECV
 *   FI_RMA|FI_REMOTE_WRITE             ⇔    RECV_RDMA_WITH_IMM
 *   FI_REMOTE_CQ_DATA, data            ⇔    WITH_IMM, the low 32 bits in network order
 * </pre>
 */
final class Translation {
  /** {@code qp_num} of an entry that no queue pair completed; no queue pair has this number. */
  static final int NO_QUEUE_PAIR = WorkCompletionLayout.QUEUE_PAIR_MASK;

  private static final long FI_MSG = 1L << 1;
  private static final long FI_RMA = 1L << 2;
  private static final long FI_ATOMIC = 1L << 4;
  private static final long FI_READ = 1L << 8;
  private static final long FI_WRITE = 1L << 9;
  private static final long FI_RECV = 1L << 10;
  private static final long FI_SEND = 1L << 11;
  private static final long FI_REMOTE_WRITE = 1L << 13;
  private static final long FI_REMOTE_CQ_DATA = 1L << 17;

  private static final int SEND = 0;
  private static final int RDMA_WRITE = 1;
  private static final int RDMA_READ = 2;
  private static final int COMP_SWAP = 3;
  private static final int FETCH_ADD = 4;
  private static final int RECV = 128;
  private static final int RECV_RDMA_WITH_IMM = 129;
  private static final int WITH_IMM = 2;

  private static final int LOC_LEN_ERR = 1;
  private static final int LOC_PROT_ERR = 4;
  private static final int WR_FLUSH_ERR = 5;
  private static final int LOC_ACCESS_ERR = 8;
  private static final int REM_ACCESS_ERR = 10;
  private static final int RETRY_EXC_ERR = 12;
  private static final int GENERAL_ERR = 21;

  private static final int EIO = 5;
  private static final int EACCES = 13;
  private static final int ETIMEDOUT = 110;
  private static final int ECANCELED = 125;
  private static final int ETRUNC = 265;

  private Translation() {}

  /** Converts the words of an {@code fi_cq(3)} entry to those of a work completion. */
  static void toWork(long[] from, int slot, long[] to, int workSlot) {
    long flags = from[slot + FLAGS];
    boolean hasData = (flags & FI_REMOTE_CQ_DATA) != 0;
    long wcFlags = hasData ? (long) WITH_IMM << 32 : 0;
    to[workSlot + CONTEXT] = from[slot + CONTEXT];
    to[workSlot + FLAGS] = WorkCompletionLayout.flags(opcode(flags), SUCCESS);
    to[workSlot + LENGTH] = from[slot + LENGTH] << 32;
    to[workSlot + BUFFER] = 0;
    int data = hasData ? immediate((int) from[slot + DATA]) : 0;
    to[workSlot + DATA] = WorkCompletionLayout.words(data, NO_QUEUE_PAIR);
    to[workSlot + TAG] = from[slot + TAG];
    to[workSlot + SOURCE] = wcFlags | (from[slot + SOURCE] & 0xFFFF_FFFFL);
  }

  /** Converts a failure of {@code fi_cq(3)} to a work completion. */
  static void toWork(CompletionFailure from, WorkCompletion to) {
    to.reset();
    to.wrId = from.context();
    to.status = status(from.error());
    to.opcode = opcode(from.flags());
    to.vendorError = from.error();
    to.byteLength = (int) from.length();
    to.queuePair = NO_QUEUE_PAIR;
    to.solicited = true;
  }

  /** Converts the words of a successful work completion to those of {@code fi_cq(3)}. */
  static void toEntry(long[] from, int workSlot, long[] to, int slot) {
    boolean hasData = hasImmediate(from, workSlot);
    int immediate = (int) from[workSlot + DATA];
    to[slot + CONTEXT] = from[workSlot + CONTEXT];
    to[slot + FLAGS] = flags(from, workSlot);
    to[slot + LENGTH] = from[workSlot + LENGTH] >>> 32;
    to[slot + BUFFER] = 0;
    to[slot + DATA] = hasData ? immediate(immediate) & 0xFFFF_FFFFL : 0;
    to[slot + TAG] = from[workSlot + TAG];
    to[slot + SOURCE] = NO_SOURCE;
  }

  /** Converts a failed work completion to a failure of {@code fi_cq_readerr(3)}. */
  static CompletionFailure toFailure(long[] from, int workSlot) {
    int status = WorkCompletionLayout.status(from[workSlot + FLAGS]);
    return CompletionFailure.of(from[workSlot + CONTEXT], flags(from, workSlot), error(status))
        .providerError(status)
        .build();
  }

  private static int opcode(long flags) {
    if ((flags & FI_REMOTE_WRITE) != 0) {
      return RECV_RDMA_WITH_IMM;
    }
    if ((flags & FI_RECV) != 0) {
      return RECV;
    }
    if ((flags & FI_ATOMIC) != 0) {
      return FETCH_ADD;
    }
    if ((flags & FI_RMA) != 0) {
      return (flags & FI_READ) != 0 ? RDMA_READ : RDMA_WRITE;
    }
    return SEND;
  }

  private static long flags(long[] from, int workSlot) {
    long kind =
        switch (WorkCompletionLayout.opcode(from[workSlot + FLAGS])) {
          case SEND -> FI_MSG | FI_SEND;
          case RDMA_WRITE -> FI_RMA | FI_WRITE;
          case RDMA_READ -> FI_RMA | FI_READ;
          case COMP_SWAP, FETCH_ADD -> FI_ATOMIC | FI_READ;
          case RECV -> FI_MSG | FI_RECV;
          case RECV_RDMA_WITH_IMM -> FI_RMA | FI_REMOTE_WRITE;
          default -> 0;
        };
    return hasImmediate(from, workSlot) ? kind | FI_REMOTE_CQ_DATA : kind;
  }

  private static boolean hasImmediate(long[] from, int workSlot) {
    return ((from[workSlot + SOURCE] >>> 32) & WITH_IMM) != 0;
  }

  /** Converts between a number and its bytes in network order in memory; its own inverse. */
  private static int immediate(int data) {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? data : Integer.reverseBytes(data);
  }

  private static int status(int error) {
    return switch (error) {
      case ECANCELED -> WR_FLUSH_ERR;
      case ETRUNC -> LOC_LEN_ERR;
      case EACCES -> REM_ACCESS_ERR;
      case ETIMEDOUT -> RETRY_EXC_ERR;
      default -> GENERAL_ERR;
    };
  }

  private static int error(int status) {
    return switch (status) {
      case WR_FLUSH_ERR -> ECANCELED;
      case LOC_LEN_ERR -> ETRUNC;
      case LOC_PROT_ERR, LOC_ACCESS_ERR, REM_ACCESS_ERR -> EACCES;
      case RETRY_EXC_ERR -> ETIMEDOUT;
      default -> EIO;
    };
  }
}
