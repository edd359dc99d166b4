package dev.weft.verbs.work;

/**
 * {@code enum ibv_flush_type, ibv_flush_level}: the target and the range of a flush. The software
 * device makes written data visible; it does not persist data beyond the memory.
 */
public final class FlushType {

  /** {@code IBV_FLUSH_GLOBAL}: until the data is globally visible. */
  public static final int GLOBAL = 1;

  /** {@code IBV_FLUSH_PERSISTENT}: until the data is persistent. */
  public static final int PERSISTENT = 1 << 1;

  /** {@code IBV_FLUSH_RANGE}: the given bytes. */
  public static final int RANGE = 0;

  /** {@code IBV_FLUSH_MR}: the whole region. */
  public static final int REGION = 1;

  private FlushType() {}
}
