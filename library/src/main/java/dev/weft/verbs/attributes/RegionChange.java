package dev.weft.verbs.attributes;

import dev.weft.argument.FlagNames;
import dev.weft.verbs.MemoryRegion;

/**
 * {@code enum ibv_rereg_mr_flags}: what {@link MemoryRegion#rereg} changes, and {@code enum
 * ibv_rereg_mr_err_code}: what it returns.
 */
public final class RegionChange {

  /** {@code IBV_REREG_MR_CHANGE_TRANSLATION}: the memory. */
  public static final int TRANSLATION = 1;

  /** {@code IBV_REREG_MR_CHANGE_PD}: the protection domain. */
  public static final int PD = 1 << 1;

  /** {@code IBV_REREG_MR_CHANGE_ACCESS}: the rights. */
  public static final int ACCESS = 1 << 2;

  /** {@code IBV_REREG_MR_ERR_INPUT}: an argument is wrong; the region is as it was. */
  public static final int ERR_INPUT = -1;

  /** {@code IBV_REREG_MR_ERR_DONT_FORK_NEW}: the region is as it was. */
  public static final int ERR_DONT_FORK_NEW = -2;

  /** {@code IBV_REREG_MR_ERR_DO_FORK_OLD}: the region is changed. */
  public static final int ERR_DO_FORK_OLD = -3;

  /** {@code IBV_REREG_MR_ERR_CMD}: the region can only be closed. */
  public static final int ERR_CMD = -4;

  /** {@code IBV_REREG_MR_ERR_CMD_AND_DO_FORK_NEW}: the region can only be closed. */
  public static final int ERR_CMD_AND_DO_FORK_NEW = -5;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(TRANSLATION, "IBV_REREG_MR_CHANGE_TRANSLATION")
          .name(PD, "IBV_REREG_MR_CHANGE_PD")
          .name(ACCESS, "IBV_REREG_MR_CHANGE_ACCESS");

  private RegionChange() {}

  /** The names of the set bits; unknown bits as one hexadecimal number. */
  public static String describe(int flags) {
    return NAMES.describe(flags);
  }
}
