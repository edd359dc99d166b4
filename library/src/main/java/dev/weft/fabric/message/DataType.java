package dev.weft.fabric.message;

import dev.weft.fabric.Numbered;

/** {@code fi_datatype}: the type of the elements of an atomic operation. */
public enum DataType implements Numbered {
  /** {@code FI_INT8}: signed. */
  INT8(0, 1),
  /** {@code FI_UINT8}: unsigned. */
  UINT8(1, 1),
  /** {@code FI_INT16}: signed. */
  INT16(2, 2),
  /** {@code FI_UINT16}: unsigned. */
  UINT16(3, 2),
  /** {@code FI_INT32}: signed. */
  INT32(4, 4),
  /** {@code FI_UINT32}: unsigned. */
  UINT32(5, 4),
  /** {@code FI_INT64}: signed. */
  INT64(6, 8),
  /** {@code FI_UINT64}: unsigned. */
  UINT64(7, 8),
  /** {@code FI_FLOAT}: IEEE 754 single. */
  FLOAT(8, 4),
  /** {@code FI_DOUBLE}: IEEE 754 double. */
  DOUBLE(9, 8),
  /** {@code FI_FLOAT_COMPLEX}: two singles. */
  FLOAT_COMPLEX(10, 8),
  /** {@code FI_DOUBLE_COMPLEX}: two doubles. */
  DOUBLE_COMPLEX(11, 16),
  /** {@code FI_LONG_DOUBLE}: x86 extended, padded. */
  LONG_DOUBLE(12, 16),
  /** {@code FI_LONG_DOUBLE_COMPLEX}: two of them. */
  LONG_DOUBLE_COMPLEX(13, 32),
  /** {@code FI_INT128}: signed. */
  INT128(14, 16),
  /** {@code FI_UINT128}: unsigned. */
  UINT128(15, 16),
  /** {@code FI_FLOAT16}: IEEE 754 half. */
  FLOAT16(16, 2),
  /** {@code FI_BFLOAT16}: the upper half of a single. */
  BFLOAT16(17, 2),
  /** {@code FI_FLOAT8_E4M3}: 4 exponent and 3 mantissa bits. */
  FLOAT8_E4M3(18, 1),
  /** {@code FI_FLOAT8_E5M2}: 5 exponent and 2 mantissa bits. */
  FLOAT8_E5M2(19, 1),
  /** {@code FI_VOID}: no element; collective operations only. */
  VOID(256, 0);

  private final int value;
  private final int size;

  DataType(int value, int size) {
    this.value = value;
    this.size = size;
  }

  /** Bytes of one element (x86-64 C). */
  public int size() {
    return size;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static DataType of(int value) {
    return Numbered.of(DataType.class, value);
  }
}
