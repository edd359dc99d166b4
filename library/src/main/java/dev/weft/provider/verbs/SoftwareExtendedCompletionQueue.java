package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.completion.work.WorkCompletionOptions;
import dev.weft.completion.work.WorkCompletionReader;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.provider.verbs.device.DeviceClock;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.PollAttributes;
import dev.weft.verbs.completion.TagMatchingInfo;
import dev.weft.verbs.completion.WcFields;

/** {@code struct ibv_cq_ex} of the software device. Fields that were not requested throw. */
public final class SoftwareExtendedCompletionQueue extends SoftwareCompletionQueue
    implements ExtendedCompletionQueue {
  private final WorkCompletionReader reader = reader();
  private final long fields;
  private final SoftwareParentDomain parentDomain;
  private final MirroredEntries entries;

  /**
   * The caller has checked the arguments with {@link CompletionQueueFactory} and allocated the
   * memory.
   */
  SoftwareExtendedCompletionQueue(
      ObjectUses uses,
      CompletionQueueInit init,
      WorkCompletionOptions options,
      SoftwareParentDomain parentDomainOrNull,
      QueueMemory memory) {
    super(uses, init.cqe(), init.context(), (SoftwareCompletionChannel) init.channel(), options);
    fields = init.wcFlags();
    parentDomain = parentDomainOrNull;
    boolean given = memory.segment() != null;
    entries = given ? new MirroredEntries(super.sink(), memory) : null;
  }

  @Override
  public WorkCompletionSink sink() {
    return entries == null ? super.sink() : entries;
  }

  /** With an allocator, allocates from it first, which may fail. */
  @Override
  public int resize(int cqe) {
    if (entries == null || cqe <= cqe()) {
      return super.resize(cqe);
    }
    QueueMemory larger;
    try {
      larger = MirroredEntries.allocate(parentDomain, cqe, "ibv_resize_cq");
    } catch (VerbsException refused) {
      return refused.errno();
    }
    return resize(cqe, larger);
  }

  private int resize(int cqe, QueueMemory larger) {
    QueueMemory unused = larger;
    try {
      int errno = super.resize(cqe);
      if (errno == 0) {
        unused = entries.replace(larger);
      }
      return errno;
    } finally {
      unused.free();
    }
  }

  @Override
  public int startPoll(PollAttributes attributes) {
    if (attributes != null && attributes.mask() != 0) {
      return VerbsErrno.EINVAL;
    }
    return reader.start();
  }

  @Override
  public int nextPoll() {
    return reader.next();
  }

  @Override
  public void endPoll() {
    reader.end();
  }

  @Override
  public long wrId() {
    return reader.wrId();
  }

  @Override
  public int status() {
    return reader.status();
  }

  @Override
  public int readOpcode() {
    return reader.opcode();
  }

  @Override
  public int readVendorErr() {
    return reader.vendorError();
  }

  @Override
  public int readWcFlags() {
    return reader.flags();
  }

  @Override
  public int readByteLen() {
    require(WcFields.BYTE_LEN);
    return reader.byteLength();
  }

  @Override
  public int readImmData() {
    require(WcFields.IMM);
    return reader.immediateOrKey();
  }

  @Override
  public int readInvalidatedRkey() {
    require(WcFields.IMM);
    return reader.immediateOrKey();
  }

  @Override
  public int readQpNum() {
    require(WcFields.QP_NUM);
    return reader.queuePair();
  }

  @Override
  public int readSrcQp() {
    require(WcFields.SRC_QP);
    return reader.sourceQueuePair();
  }

  @Override
  public int readSlid() {
    require(WcFields.SLID);
    return reader.slid();
  }

  @Override
  public int readSl() {
    require(WcFields.SL);
    return reader.serviceLevel();
  }

  @Override
  public int readDlidPathBits() {
    require(WcFields.DLID_PATH_BITS);
    return reader.pathBits();
  }

  @Override
  public long readCompletionTs() {
    require(WcFields.COMPLETION_TIMESTAMP);
    return reader.time() & DeviceClock.MASK;
  }

  @Override
  public long readCompletionWallclockNs() {
    require(WcFields.COMPLETION_TIMESTAMP_WALLCLOCK);
    return reader.wallClock();
  }

  @Override
  public int readCvlan() {
    require(WcFields.CVLAN);
    return reader.vlanOrFlowTag();
  }

  @Override
  public int readFlowTag() {
    require(WcFields.FLOW_TAG);
    return reader.vlanOrFlowTag();
  }

  @Override
  public void readTmInfo(TagMatchingInfo info) {
    Require.notNull("info", info);
    require(WcFields.TM_INFO);
    info.set(reader.tagMatchingTag(), reader.tagMatchingPrivate());
  }

  @Override
  public int readFreedResourceCount() {
    require(WcFields.FREED_RESOURCE_COUNT);
    return reader.freedResources();
  }

  @Override
  public int readEndToEndContext() {
    require(WcFields.END_TO_END_CONTEXT);
    return reader.endToEndContext();
  }

  private void require(long field) {
    if ((fields & field) == 0) {
      throw notAskedFor(field);
    }
  }

  private IllegalStateException notAskedFor(long field) {
    return new IllegalStateException(
        WcFields.describe(field)
            + " was not asked for at creation, allowed: wr_id, status, opcode, vendor_err, wc_flags"
            + (fields == 0 ? "" : " and " + WcFields.describe(fields)));
  }

  @Override
  void release() {
    super.release();
    if (entries != null) {
      entries.replace(QueueMemory.DEFAULT).free();
    }
  }
}
