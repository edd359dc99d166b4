package dev.weft.atomic;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The operations of one datatype. A value is its raw bits in one to four words, the low one first;
 * the bits above a short value are zero when loaded and undefined in results.
 *
 * <p>Stateless; any thread may call any method.
 */
abstract class Elements {
  /** Words of an array for a value; the upper four of a result hold intermediate values. */
  static final int VALUE_WORDS = 8;

  final int size;
  final int alignment;
  final int words;
  private final boolean ordered;
  private final boolean bitwise;

  /**
   * The operations of a datatype.
   *
   * @param ordered whether values are ordered
   * @param bitwise whether bitwise operations are defined
   */
  Elements(int size, int alignment, boolean ordered, boolean bitwise) {
    this.size = size;
    this.alignment = alignment;
    this.ordered = ordered;
    this.bitwise = bitwise;
    this.words = (size + Long.BYTES - 1) / Long.BYTES;
  }

  abstract boolean less(long[] a, long[] b);

  abstract boolean equal(long[] a, long[] b);

  /** Whether the value is not zero. */
  abstract boolean isTrue(long[] a);

  abstract void one(long[] result);

  abstract void add(long[] a, long[] b, long[] result);

  abstract void subtract(long[] a, long[] b, long[] result);

  abstract void multiply(long[] a, long[] b, long[] result);

  final boolean supports(int operation) {
    return switch (operation) {
      case Operations.MIN,
          Operations.MAX,
          Operations.CSWAP_LE,
          Operations.CSWAP_LT,
          Operations.CSWAP_GE,
          Operations.CSWAP_GT ->
          ordered;
      case Operations.BOR, Operations.BAND, Operations.BXOR, Operations.MSWAP -> bitwise;
      default -> operation >= 0 && operation <= Operations.DIFF;
    };
  }

  /** Computes the new value; {@code compare} is used by the compare operations only. */
  final void apply(int operation, long[] memory, long[] operand, long[] compare, long[] result) {
    switch (operation) {
      case Operations.MIN -> copy(less(operand, memory) ? operand : memory, result);
      case Operations.MAX -> copy(less(memory, operand) ? operand : memory, result);
      case Operations.SUM -> add(memory, operand, result);
      case Operations.DIFF -> subtract(memory, operand, result);
      case Operations.PROD -> multiply(memory, operand, result);
      case Operations.LOR -> truth(isTrue(memory) || isTrue(operand), result);
      case Operations.LAND -> truth(isTrue(memory) && isTrue(operand), result);
      case Operations.LXOR -> truth(isTrue(memory) != isTrue(operand), result);
      case Operations.ATOMIC_READ -> copy(memory, result);
      case Operations.ATOMIC_WRITE -> copy(operand, result);
      case Operations.BOR, Operations.BAND, Operations.BXOR, Operations.MSWAP ->
          bits(operation, memory, operand, compare, result);
      default -> copy(swaps(operation, compare, memory) ? operand : memory, result);
    }
  }

  private boolean swaps(int operation, long[] compare, long[] memory) {
    return switch (operation) {
      case Operations.CSWAP -> equal(compare, memory);
      case Operations.CSWAP_NE -> !equal(compare, memory);
      case Operations.CSWAP_LE -> less(compare, memory) || equal(compare, memory);
      case Operations.CSWAP_LT -> less(compare, memory);
      case Operations.CSWAP_GE -> less(memory, compare) || equal(compare, memory);
      case Operations.CSWAP_GT -> less(memory, compare);
      default -> throw new IllegalArgumentException("operation=" + operation);
    };
  }

  private void bits(int operation, long[] memory, long[] operand, long[] compare, long[] result) {
    for (int i = 0; i < words; i++) {
      result[i] =
          switch (operation) {
            case Operations.BOR -> memory[i] | operand[i];
            case Operations.BAND -> memory[i] & operand[i];
            case Operations.BXOR -> memory[i] ^ operand[i];
            default -> (operand[i] & compare[i]) | (memory[i] & ~compare[i]);
          };
    }
  }

  private void copy(long[] from, long[] to) {
    for (int i = 0; i < words; i++) {
      to[i] = from[i];
    }
  }

  private void truth(boolean value, long[] result) {
    for (int i = 0; i < words; i++) {
      result[i] = 0;
    }
    if (value) {
      one(result);
    }
  }

  final void load(MemorySegment memory, long at, long[] value) {
    switch (size) {
      case 1 -> value[0] = memory.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
      case 2 -> value[0] = memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) & 0xFFFF;
      case 4 -> value[0] = memory.get(ValueLayout.JAVA_INT_UNALIGNED, at) & 0xFFFFFFFFL;
      case 8 -> value[0] = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      default -> {
        for (int i = 0; i < words; i++) {
          value[i] = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at + (long) i * Long.BYTES);
        }
      }
    }
  }

  final void store(long[] value, MemorySegment memory, long at) {
    switch (size) {
      case 1 -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) value[0]);
      case 2 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value[0]);
      case 4 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value[0]);
      case 8 -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value[0]);
      default -> {
        for (int i = 0; i < words; i++) {
          memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at + (long) i * Long.BYTES, value[i]);
        }
      }
    }
  }
}
