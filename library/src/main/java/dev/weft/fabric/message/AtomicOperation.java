package dev.weft.fabric.message;

import dev.weft.fabric.Numbered;

/**
 * {@code fi_op}: what an atomic operation does with each element (EP-054, EP-055).
 *
 * <p>{@code mem} is the target, {@code buf} the argument, {@code cmp} the compare argument.
 */
public enum AtomicOperation implements Numbered {
  /** {@code FI_MIN}: the smaller one. */
  MIN(0),
  /** {@code FI_MAX}: the larger one. */
  MAX(1),
  /** {@code FI_SUM}: the sum. */
  SUM(2),
  /** {@code FI_PROD}: the product. */
  PROD(3),
  /** {@code FI_LOR}: logical or. */
  LOR(4),
  /** {@code FI_LAND}: logical and. */
  LAND(5),
  /** {@code FI_BOR}: bitwise or. */
  BOR(6),
  /** {@code FI_BAND}: bitwise and. */
  BAND(7),
  /** {@code FI_LXOR}: logical exclusive or. */
  LXOR(8),
  /** {@code FI_BXOR}: bitwise exclusive or. */
  BXOR(9),
  /** {@code FI_ATOMIC_READ}: returns {@code mem}, ignores {@code buf}. */
  ATOMIC_READ(10),
  /** {@code FI_ATOMIC_WRITE}: stores {@code buf}. */
  ATOMIC_WRITE(11),
  /** {@code FI_CSWAP}: stores {@code buf} if {@code cmp == mem}. */
  CSWAP(12),
  /** {@code FI_CSWAP_NE}: stores {@code buf} if {@code cmp != mem}. */
  CSWAP_NE(13),
  /** {@code FI_CSWAP_LE}: stores {@code buf} if {@code cmp <= mem}. */
  CSWAP_LE(14),
  /** {@code FI_CSWAP_LT}: stores {@code buf} if {@code cmp < mem}. */
  CSWAP_LT(15),
  /** {@code FI_CSWAP_GE}: stores {@code buf} if {@code cmp >= mem}. */
  CSWAP_GE(16),
  /** {@code FI_CSWAP_GT}: stores {@code buf} if {@code cmp > mem}. */
  CSWAP_GT(17),
  /** {@code FI_MSWAP}: {@code (buf & cmp) | (mem & ~cmp)}. */
  MSWAP(18),
  /** {@code FI_DIFF}: the difference. */
  DIFF(19),
  /** {@code FI_NOOP}: nothing; collective operations only. */
  NOOP(256);

  private final int value;

  AtomicOperation(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static AtomicOperation of(int value) {
    return Numbered.of(AtomicOperation.class, value);
  }
}
