package dev.weft.verbs;

/** {@code enum ibv_mig_state}: where the migration to the other path stands. */
public enum PathMigrationState {
  /** {@code IBV_MIG_MIGRATED}: the path in use is the only one. */
  MIGRATED(0),
  /** {@code IBV_MIG_REARM}: it shall be armed. */
  REARM(1),
  /** {@code IBV_MIG_ARMED}: it is armed. */
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
