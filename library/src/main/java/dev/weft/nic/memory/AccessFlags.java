package dev.weft.nic.memory;

/** {@code enum ibv_access_flags}: access rights of a region, a window or a queue pair. */
public final class AccessFlags {
  /** {@code IBV_ACCESS_LOCAL_WRITE}. */
  public static final int LOCAL_WRITE = 1;

  /** {@code IBV_ACCESS_REMOTE_WRITE}. */
  public static final int REMOTE_WRITE = 2;

  /** {@code IBV_ACCESS_REMOTE_READ}. */
  public static final int REMOTE_READ = 4;

  /** {@code IBV_ACCESS_REMOTE_ATOMIC}. */
  public static final int REMOTE_ATOMIC = 8;

  /** {@code IBV_ACCESS_MW_BIND}. */
  public static final int MW_BIND = 0x10;

  /** {@code IBV_ACCESS_ZERO_BASED}. */
  public static final int ZERO_BASED = 0x20;

  /** {@code IBV_ACCESS_FLUSH_GLOBAL}. */
  public static final int FLUSH_GLOBAL = 0x100;

  /** {@code IBV_ACCESS_FLUSH_PERSISTENT}. */
  public static final int FLUSH_PERSISTENT = 0x200;

  /** Rights that require {@link #LOCAL_WRITE}. */
  static final int WRITING = REMOTE_WRITE | REMOTE_ATOMIC;

  private AccessFlags() {}
}
