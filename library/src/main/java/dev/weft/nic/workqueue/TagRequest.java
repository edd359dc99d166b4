package dev.weft.nic.workqueue;

/**
 * {@code struct ibv_ops_wr}: one change of a tag list for {@link TagMatching#post}. Reusable.
 * Numbers are those of C.
 */
public final class TagRequest {
  /** {@code IBV_WR_TAG_ADD}. */
  public static final int ADD = 0;

  /** {@code IBV_WR_TAG_DEL}. */
  public static final int DELETE = 1;

  /** {@code IBV_WR_TAG_SYNC}. */
  public static final int SYNCHRONIZE = 2;

  /** {@code IBV_OPS_SIGNALED}. */
  public static final int SIGNALED = 1;

  /** {@code IBV_OPS_TM_SYNC}. */
  public static final int WITH_COUNT = 2;

  /** {@code wr_id}. */
  public long wrId;

  /** {@code enum ibv_ops_wr_opcode}. */
  public int opcode;

  /** {@code enum ibv_ops_flags}. */
  public int flags;

  /** {@code tm.unexpected_cnt}. */
  public int unexpected;

  /** {@code tm.handle}: given for a removal, set by an addition. */
  public int handle;

  /** {@code tm.add.tag}. */
  public long tag;

  /** {@code tm.add.mask}. */
  public long mask;

  /** {@code tm.add.recv_wr_id} and {@code tm.add.sg_list}. */
  public final ReceiveRequest receive;

  TagRequest(int maximumBuffers) {
    receive = new ReceiveRequest(maximumBuffers);
  }
}
