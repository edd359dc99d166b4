package dev.weft.verbs.attributes;

import dev.weft.argument.Numbers;

/** {@code enum ibv_mw_type}: how a window is bound (VQ-34, VQ-35). */
public enum MemoryWindowType {
  /** {@code IBV_MW_TYPE_1}: by {@code ibv_bind_mw(3)}, any number of times. */
  TYPE_1(1),
  /** {@code IBV_MW_TYPE_2}: by a work request, until it is invalidated. */
  TYPE_2(2);

  private final int value;

  MemoryWindowType(int value) {
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
  public static MemoryWindowType of(int value) {
    return Numbers.constant(values(), MemoryWindowType::value, value);
  }
}
