package dev.weft.verbs;

/**
 * {@code enum ibv_flush_type, ibv_flush_level}: what a flush waits for, and of how much. The
 * software device makes what was written visible; nothing of it outlives the memory.
 */
public final class FlushType {

  /** {@code IBV_FLUSH_GLOBAL}: until everybody sees it. */
  public static final int GLOBAL = 1;

  /** {@code IBV_FLUSH_PERSISTENT}: until it is kept. */
  public static final int PERSISTENT = 1 << 1;

  /** {@code IBV_FLUSH_RANGE}: of the bytes that are named. */
  public static final int RANGE = 0;

  /** {@code IBV_FLUSH_MR}: of the whole region. */
  public static final int REGION = 1;

  private FlushType() {}
}
