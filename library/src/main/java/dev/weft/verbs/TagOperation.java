package dev.weft.verbs;

/**
 * {@code struct ibv_ops_wr}: a change of a tag list; made to be reused (VQ-46 to VQ-48). One thread
 * at a time may use it.
 */
public final class TagOperation {

  /** {@code IBV_WR_TAG_ADD}: a buffer for a tag. */
  public static final int TAG_ADD = 0;

  /**
   * {@code IBV_WR_TAG_DEL}: the buffer is no longer wanted; {@link CompletionStatus#TM_ERR} where a
   * message has it already.
   */
  public static final int TAG_DEL = 1;

  /** {@code IBV_WR_TAG_SYNC}: software has seen so many unexpected messages. */
  public static final int TAG_SYNC = 2;

  /** {@code IBV_OPS_SIGNALED}: makes a completion. */
  public static final int SIGNALED = 1;

  /**
   * {@code IBV_OPS_TM_SYNC}: the count of unexpected messages is given too. A {@link #TAG_SYNC}
   * gives it with or without.
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

  /** A synchronisation with nothing seen. */
  public TagOperation() {}

  /** {@code wr_id}: what the operation's own completion gives back. */
  public long wrId() {
    return wrId;
  }

  /** {@code next}: posted by the same call after this one; null at the end. */
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
   * {@code tm.unexpected_cnt}: messages with a tag that have completed without a match since the
   * queue was created, modulo 2^32. Until it is their number, what is added does not match (VQ-48).
   */
  public int unexpectedCount() {
    return unexpectedCount;
  }

  /** {@code tm.handle}: names the entry; set by posting an add, given for a removal. */
  public int handle() {
    return handle;
  }

  /** {@code tm.add.recv_wr_id}: what the message's completion gives back. */
  public long receiveWrId() {
    return receiveWrId;
  }

  /** {@code tm.add.sg_list}: where the message goes; to be changed in place. */
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

  /** Makes it an add of an entry with {@link #buffers}. */
  public TagOperation add(long receiveWrId, long tag, long mask) {
    this.opcode = TAG_ADD;
    this.receiveWrId = receiveWrId;
    this.tag = tag;
    this.mask = mask;
    return this;
  }

  /** Makes it a removal of the entry that an add has named. */
  public TagOperation delete(int handle) {
    this.opcode = TAG_DEL;
    this.handle = handle;
    return this;
  }

  /** Makes it a synchronisation. */
  public TagOperation sync(int unexpectedCount) {
    this.opcode = TAG_SYNC;
    return unexpectedCount(unexpectedCount);
  }

  /** Sets {@code tm.handle}; called by the queue for an add. */
  public void handle(int handle) {
    this.handle = handle;
  }
}
