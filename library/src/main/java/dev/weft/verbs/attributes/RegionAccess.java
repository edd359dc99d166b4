package dev.weft.verbs.attributes;

import dev.weft.argument.FlagNames;

/**
 * {@code enum ibv_access_flags}: access rights of a region, a window or a queue pair (VQ-20,
 * VQ-22). Local read access is always granted.
 */
public final class RegionAccess {

  /** {@code IBV_ACCESS_LOCAL_WRITE}: local requests may write. */
  public static final int LOCAL_WRITE = 1;

  /** {@code IBV_ACCESS_REMOTE_WRITE}: peers may write; requires {@link #LOCAL_WRITE}. */
  public static final int REMOTE_WRITE = 1 << 1;

  /** {@code IBV_ACCESS_REMOTE_READ}: peers may read. */
  public static final int REMOTE_READ = 1 << 2;

  /** {@code IBV_ACCESS_REMOTE_ATOMIC}: peers may use atomics; requires {@link #LOCAL_WRITE}. */
  public static final int REMOTE_ATOMIC = 1 << 3;

  /** {@code IBV_ACCESS_MW_BIND}: windows may be bound to it (VQ-35). */
  public static final int MW_BIND = 1 << 4;

  /** {@code IBV_ACCESS_ZERO_BASED}: addresses are offsets from the start of the memory. */
  public static final int ZERO_BASED = 1 << 5;

  /** {@code IBV_ACCESS_ON_DEMAND}: on-demand paging; accepted, without effect. */
  public static final int ON_DEMAND = 1 << 6;

  /** {@code IBV_ACCESS_HUGETLB}: the memory uses huge pages; accepted, without effect. */
  public static final int HUGETLB = 1 << 7;

  /** {@code IBV_ACCESS_FLUSH_GLOBAL}: peers may flush to global visibility. */
  public static final int FLUSH_GLOBAL = 1 << 8;

  /** {@code IBV_ACCESS_FLUSH_PERSISTENT}: peers may flush to persistence. */
  public static final int FLUSH_PERSISTENT = 1 << 9;

  /** {@code IBV_ACCESS_RELAXED_ORDERING}: writes may be reordered; accepted, without effect. */
  public static final int RELAXED_ORDERING = 1 << 20;

  /** All remote rights, which a queue pair can grant. */
  public static final int REMOTE = REMOTE_WRITE | REMOTE_READ | REMOTE_ATOMIC;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(LOCAL_WRITE, "IBV_ACCESS_LOCAL_WRITE")
          .name(REMOTE_WRITE, "IBV_ACCESS_REMOTE_WRITE")
          .name(REMOTE_READ, "IBV_ACCESS_REMOTE_READ")
          .name(REMOTE_ATOMIC, "IBV_ACCESS_REMOTE_ATOMIC")
          .name(MW_BIND, "IBV_ACCESS_MW_BIND")
          .name(ZERO_BASED, "IBV_ACCESS_ZERO_BASED")
          .name(ON_DEMAND, "IBV_ACCESS_ON_DEMAND")
          .name(HUGETLB, "IBV_ACCESS_HUGETLB")
          .name(FLUSH_GLOBAL, "IBV_ACCESS_FLUSH_GLOBAL")
          .name(FLUSH_PERSISTENT, "IBV_ACCESS_FLUSH_PERSISTENT")
          .name(RELAXED_ORDERING, "IBV_ACCESS_RELAXED_ORDERING");

  private RegionAccess() {}

  /**
   * The names of the set bits, {@code IBV_ACCESS_LOCAL_WRITE|...}; unknown bits as one hexadecimal
   * number.
   */
  public static String describe(int flags) {
    return NAMES.describe(flags);
  }
}
