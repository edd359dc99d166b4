package dev.weft.verbs.work;

import dev.weft.verbs.completion.CompletionStatus;

/**
 * {@code struct ibv_ops_wr}: a change of a tag list (VQ-46 to VQ-48). Reusable. One thread at a
 * time may use it.
 */
public final class TagOperation {

  /** {@code IBV_WR_TAG_ADD}: adds a buffer for a tag. */
  public static final int TAG_ADD = 0;

  /**
   * {@code IBV_WR_TAG_DEL}: removes an entry. It fails with {@link CompletionStatus#TM_ERR} if a
   * message has already matched the entry; only a {@link #SIGNALED} removal reports that.
   */
  public static final int TAG_DEL = 1;

  /**
   * {@code IBV_WR_TAG_SYNC}: reports the number of unexpected messages that software has processed.
   */
  public static final int TAG_SYNC = 2;

  /** {@code IBV_OPS_SIGNALED}: generates a completion. Others have none, even if they fail. */
  public static final int SIGNALED = 1;

  /**
   * {@code IBV_OPS_TM_SYNC}: the operation also reports the count of unexpected messages. A {@link
   * #TAG_SYNC} always does.
   */
  public static final int TM_SYNC = 1 << 1;

  private final ScatterGatherList buffers = new ScatterGatherList();
  private long wrId;
  private TagOperation next;
  private int opcode = TAG_SYNC;
  private int flags;
  private int unexpectedCount;
  private int handle;
  private long receiveWrId;
  private long tag;
  private long mask;

  /** Creates a synchronisation with count 0. */
  public TagOperation() {}

  /** {@code wr_id}: returned in the completion of the operation. */
  public long wrId() {
    return wrId;
  }

  /** {@code next}: the next operation to post in the same call; null at the end. */
  public TagOperation next() {
    return next;
  }

  /** {@code opcode}. */
  public int opcode() {
    return opcode;
  }

  /** {@code flags}: {@link #SIGNALED}, {@link #TM_SYNC}. */
  public int flags() {
    return flags;
  }

  /**
   * {@code tm.unexpected_cnt}: messages with a tag that have completed successfully without a match
   * since the queue was created, modulo 2^32. Added entries do not match until this count is
   * correct (VQ-48).
   */
  public int unexpectedCount() {
    return unexpectedCount;
  }

  /** {@code tm.handle}: identifies the entry; set when an add is posted, given for a removal. */
  public int handle() {
    return handle;
  }

  /** {@code tm.add.recv_wr_id}: returned in the completion of the message. */
  public long receiveWrId() {
    return receiveWrId;
  }

  /** {@code tm.add.sg_list}: the buffers of the message; modifiable. */
  public ScatterGatherList buffers() {
    return buffers;
  }

  /** {@code tm.add.tag}. */
  public long tag() {
    return tag;
  }

  /** {@code tm.add.mask}: a message matches if {@code (its tag & mask) == tag}. */
  public long mask() {
    return mask;
  }

  /** Sets {@code wr_id}. */
  public TagOperation wrId(long wrId) {
    this.wrId = wrId;
    return this;
  }

  /** Sets {@code next}. */
  public TagOperation next(TagOperation next) {
    this.next = next;
    return this;
  }

  /** Sets {@code flags}. */
  public TagOperation flags(int flags) {
    this.flags = flags;
    return this;
  }

  /** Sets {@code tm.unexpected_cnt}. */
  public TagOperation unexpectedCount(int unexpectedCount) {
    this.unexpectedCount = unexpectedCount;
    return this;
  }

  /**
   * Sets an add of an entry with {@link #buffers}. An entry that a rendezvous may match needs 32
   * bytes, for the header of one that does not fit; with fewer both queue pairs enter the error
   * state ({@code IBV_WC_LOC_LEN_ERR}).
   */
  public TagOperation add(long receiveWrId, long tag, long mask) {
    this.opcode = TAG_ADD;
    this.receiveWrId = receiveWrId;
    this.tag = tag;
    this.mask = mask;
    return this;
  }

  /** Sets the removal of an entry by its handle. */
  public TagOperation delete(int handle) {
    this.opcode = TAG_DEL;
    this.handle = handle;
    return this;
  }

  /** Sets a synchronisation. */
  public TagOperation sync(int unexpectedCount) {
    this.opcode = TAG_SYNC;
    return unexpectedCount(unexpectedCount);
  }

  /** Sets {@code tm.handle}. Called by the queue for an add. */
  public void handle(int handle) {
    this.handle = handle;
  }

  @Override
  public String toString() {
    String what =
        switch (opcode) {
          case TAG_ADD ->
              "TAG_ADD, flags=%d, recv_wr_id=0x%x, tag=0x%x, mask=0x%x, sg_list=%s"
                  .formatted(flags, receiveWrId, tag, mask, buffers);
          case TAG_DEL -> "TAG_DEL, flags=%d, handle=%d".formatted(flags, handle);
          default -> "TAG_SYNC, flags=%d, unexpected_cnt=%d".formatted(flags, unexpectedCount);
        };
    return "TagOperation[wr_id=0x%x, opcode=IBV_WR_%s]".formatted(wrId, what);
  }
}
