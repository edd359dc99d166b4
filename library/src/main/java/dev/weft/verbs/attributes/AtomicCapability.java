package dev.weft.verbs.attributes;

import dev.weft.argument.Numbers;

/** {@code enum ibv_atomic_cap}: the scope in which the device's operations are atomic (VQ-33). */
public enum AtomicCapability {
  /** {@code IBV_ATOMIC_NONE}: no atomic operations. */
  NONE(0),
  /** {@code IBV_ATOMIC_HCA}: atomic among the queue pairs of one device. */
  HCA(1),
  /** {@code IBV_ATOMIC_GLOB}: also atomic with respect to the processor. */
  GLOB(2);

  private final int value;

  AtomicCapability(int value) {
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
  public static AtomicCapability of(int value) {
    return Numbers.constant(values(), AtomicCapability::value, value);
  }
}
