package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.fid.UseCount;
import dev.weft.ffm.ibverbs.layout.AttributeLayouts;
import dev.weft.ffm.ibverbs.layout.ObjectLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.CStruct;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.PollAttributes;
import dev.weft.verbs.completion.TagMatchingInfo;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.util.concurrent.locks.ReentrantLock;

/**
 * {@code struct ibv_cq_ex} of libibverbs. Between start and end of a batch C holds a lock of its
 * own, so that other threads wait here, and not in C.
 */
final class IbvExtendedQueue extends IbvCompletionQueue implements ExtendedCompletionQueue {
  private static final long WR_ID = ObjectLayouts.EXTENDED_QUEUE.offset("wr_id");
  private static final long STATUS = ObjectLayouts.EXTENDED_QUEUE.offset("status");
  private static final long START = ObjectLayouts.EXTENDED_QUEUE.offset("start_poll");
  private static final long NEXT = ObjectLayouts.EXTENDED_QUEUE.offset("next_poll");
  private static final long END = ObjectLayouts.EXTENDED_QUEUE.offset("end_poll");
  private static final long READ_OPCODE = ObjectLayouts.EXTENDED_QUEUE.offset("read_opcode");
  private static final long READ_VENDOR_ERR =
      ObjectLayouts.EXTENDED_QUEUE.offset("read_vendor_err");
  private static final long READ_BYTE_LEN = ObjectLayouts.EXTENDED_QUEUE.offset("read_byte_len");
  private static final long READ_IMM_DATA = ObjectLayouts.EXTENDED_QUEUE.offset("read_imm_data");
  private static final long READ_QP_NUM = ObjectLayouts.EXTENDED_QUEUE.offset("read_qp_num");
  private static final long READ_SRC_QP = ObjectLayouts.EXTENDED_QUEUE.offset("read_src_qp");
  private static final long READ_WC_FLAGS = ObjectLayouts.EXTENDED_QUEUE.offset("read_wc_flags");
  private static final long READ_SLID = ObjectLayouts.EXTENDED_QUEUE.offset("read_slid");
  private static final long READ_SL = ObjectLayouts.EXTENDED_QUEUE.offset("read_sl");
  private static final long READ_DLID_PATH_BITS =
      ObjectLayouts.EXTENDED_QUEUE.offset("read_dlid_path_bits");
  private static final long READ_COMPLETION_TS =
      ObjectLayouts.EXTENDED_QUEUE.offset("read_completion_ts");
  private static final long READ_COMPLETION_WALLCLOCK_NS =
      ObjectLayouts.EXTENDED_QUEUE.offset("read_completion_wallclock_ns");
  private static final long READ_CVLAN = ObjectLayouts.EXTENDED_QUEUE.offset("read_cvlan");
  private static final long READ_FLOW_TAG = ObjectLayouts.EXTENDED_QUEUE.offset("read_flow_tag");
  private static final int OCTET = 0xFF;
  private static final int HALF = 0xFFFF;

  private final long fields;
  private final ReentrantLock batch = new ReentrantLock();

  /** Entered from start to end of a batch; other calls enter the object. */
  private final UseCount batches = new UseCount();

  /** Whether there is a completion to read; guarded by the lock. */
  private boolean current;

  /** Whether C has a batch open; guarded by the lock. */
  private boolean inC;

  /** Whether the driver ends a batch by itself after the last completion. */
  private final boolean endsWithLast;

  private final CStruct noAttributes = CStruct.in(Arena.ofAuto(), AttributeLayouts.POLL);

  IbvExtendedQueue(
      IbvContext owner,
      long address,
      long slot,
      CompletionQueueInit init,
      IbvChannel channelOrNull,
      Holders... used) {
    super(owner, address, slot, init.context(), channelOrNull, used);
    this.fields = init.wcFlags();
    this.endsWithLast = Driver.of(CMemory.word(struct() + START)).endsBatchWithLast();
  }

  private long call(long function) {
    return Downcalls.call(CMemory.word(struct() + function), struct());
  }

  @Override
  public int poll(WorkCompletionBatch completions, int count) {
    lockWithoutBatch();
    try {
      return super.poll(completions, count);
    } finally {
      batch.unlock();
    }
  }

  private void lockWithoutBatch() {
    if (batch.isHeldByCurrentThread()) {
      throw new IllegalStateException("this thread has a batch open, end it first");
    }
    batch.lock();
  }

  @Override
  public int resize(int wanted) {
    lockWithoutBatch();
    try {
      return super.resize(wanted);
    } finally {
      batch.unlock();
    }
  }

  @Override
  public int startPoll(PollAttributes attributes) {
    if (attributes != null && attributes.mask() != 0) {
      return VerbsErrno.EINVAL;
    }
    lockWithoutBatch();
    int error = VerbsErrno.ENOENT;
    try {
      error = startLocked();
      return error;
    } finally {
      if (error != 0) {
        batch.unlock();
      }
    }
  }

  private int startLocked() {
    if (!batches.enter()) {
      throw holders().afterwards();
    }
    int error = start();
    current = error == 0;
    inC = current;
    if (error != 0) {
      batches.leave();
    }
    return error;
  }

  private int start() {
    long function = CMemory.word(struct() + START);
    return Math.abs((int) Downcalls.call(function, struct(), noAttributes.address()));
  }

  @Override
  public int nextPoll() {
    requireBatch();
    int error = endsWithLast ? nextByStart() : Math.abs((int) call(NEXT));
    current = error == 0;
    return error;
  }

  /** C has no batch any more once this finds nothing. */
  private int nextByStart() {
    if (inC) {
      call(END);
      inC = false;
    }
    int error = start();
    inC = error == 0;
    return error;
  }

  @Override
  public void endPoll() {
    requireBatch();
    try {
      if (inC) {
        call(END);
      }
    } finally {
      inC = false;
      current = false;
      batches.leave();
      batch.unlock();
    }
  }

  private void requireBatch() {
    if (!batch.isHeldByCurrentThread()) {
      throw new IllegalStateException("this thread has no batch open, start one first");
    }
  }

  private void requireCompletion() {
    requireBatch();
    if (!current) {
      throw new IllegalStateException("the batch has no more completions, end it");
    }
  }

  /** A field that was asked for at creation, or that every queue has. */
  private long read(long flag, long function) {
    requireCompletion();
    if ((fields & flag) != flag) {
      throw new IllegalStateException(
          WcFields.describe(flag)
              + " was not asked for at creation, allowed: wr_id, status, opcode, vendor_err,"
              + " wc_flags"
              + (fields == 0 ? "" : " and " + WcFields.describe(fields)));
    }
    return call(function);
  }

  @Override
  public long wrId() {
    requireCompletion();
    return CMemory.word(struct() + WR_ID);
  }

  @Override
  public int status() {
    requireCompletion();
    return CMemory.integer(struct() + STATUS);
  }

  @Override
  public int readOpcode() {
    return (int) read(0, READ_OPCODE);
  }

  @Override
  public int readVendorErr() {
    return (int) read(0, READ_VENDOR_ERR);
  }

  @Override
  public int readByteLen() {
    return (int) read(WcFields.BYTE_LEN, READ_BYTE_LEN);
  }

  @Override
  public int readImmData() {
    return (int) read(WcFields.IMM, READ_IMM_DATA);
  }

  @Override
  public int readInvalidatedRkey() {
    return (int) read(WcFields.IMM, READ_IMM_DATA);
  }

  @Override
  public int readQpNum() {
    return (int) read(WcFields.QP_NUM, READ_QP_NUM);
  }

  @Override
  public int readSrcQp() {
    return (int) read(WcFields.SRC_QP, READ_SRC_QP);
  }

  @Override
  public int readWcFlags() {
    return (int) read(0, READ_WC_FLAGS);
  }

  @Override
  public int readSlid() {
    return (int) read(WcFields.SLID, READ_SLID);
  }

  @Override
  public int readSl() {
    return (int) read(WcFields.SL, READ_SL) & OCTET;
  }

  @Override
  public int readDlidPathBits() {
    return (int) read(WcFields.DLID_PATH_BITS, READ_DLID_PATH_BITS) & OCTET;
  }

  @Override
  public long readCompletionTs() {
    return read(WcFields.COMPLETION_TIMESTAMP, READ_COMPLETION_TS);
  }

  @Override
  public long readCompletionWallclockNs() {
    return read(WcFields.COMPLETION_TIMESTAMP_WALLCLOCK, READ_COMPLETION_WALLCLOCK_NS);
  }

  @Override
  public int readCvlan() {
    return (int) read(WcFields.CVLAN, READ_CVLAN) & HALF;
  }

  @Override
  public int readFlowTag() {
    return (int) read(WcFields.FLOW_TAG, READ_FLOW_TAG);
  }

  @Override
  public void readTmInfo(TagMatchingInfo info) {
    Require.notNull("info", info);
    requireCompletion();
    throw new IllegalStateException(
        WcFields.describe(WcFields.TM_INFO) + " is not available: no queue here matches tags");
  }

  @Override
  public int readFreedResourceCount() {
    throw new IllegalStateException(
        WcFields.describe(WcFields.FREED_RESOURCE_COUNT) + " is of reliable datagrams");
  }

  @Override
  public int readEndToEndContext() {
    throw new IllegalStateException(
        WcFields.describe(WcFields.END_TO_END_CONTEXT) + " is of reliable datagrams");
  }

  /** No thread is inside a batch from now on. */
  @Override
  void ending() {
    if (batch.isHeldByCurrentThread()) {
      throw new IllegalStateException("this thread has a batch open, end it first");
    }
    super.ending();
    batches.close();
  }

  @Override
  void stayed() {
    batches.reopen();
    super.stayed();
  }
}
