package dev.weft.verbs.attributes;

import dev.weft.argument.Numbers;

/** {@code enum ibv_mig_state}: state of the migration to the alternate path. */
public enum PathMigrationState {
  /** {@code IBV_MIG_MIGRATED}: migrated; there is no alternate path. */
  MIGRATED(0),
  /** {@code IBV_MIG_REARM}: arming was requested. */
  REARM(1),
  /** {@code IBV_MIG_ARMED}: ready to migrate. */
  ARMED(2);

  private final int value;

  PathMigrationState(int value) {
    this.value = value;
  }

  /** The number in C. */
  public int value() {
    return value;
  }

  /**
   * The constant with this C number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static PathMigrationState of(int value) {
    return Numbers.constant(values(), PathMigrationState::value, value);
  }
}
