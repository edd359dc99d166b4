package dev.weft.ffm.post;

import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.random.RandomGenerator;

/**
 * What each atomic operation stores, computed plainly: integers as {@link BigInteger}, numbers with
 * a fraction as pairs of doubles. The random fractions are short, so that every type holds each
 * result exactly.
 */
final class PlainAtomics {
  private static final double PARTS = 4;
  private static final int MAX = 1000;
  private static final int MANTISSA_BITS = 52;
  private static final int EXTENDED_BIAS = 16383 - 1023;

  private final DataType type;

  PlainAtomics(DataType type) {
    this.type = type;
  }

  /** A complex number; the imaginary part of a real one is 0. */
  private record Complex(double real, double imaginary) {
    boolean isZero() {
      return real == 0 && imaginary == 0;
    }
  }

  private boolean isInteger() {
    return switch (type) {
      case INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, INT128, UINT128 -> true;
      default -> false;
    };
  }

  private boolean isSigned() {
    return type.name().startsWith("INT");
  }

  private boolean isComplex() {
    return type.name().endsWith("COMPLEX");
  }

  /** Bytes that have a value; the rest of an element is padding. */
  private int partBytes() {
    return switch (type) {
      case FLOAT, FLOAT_COMPLEX -> Float.BYTES;
      case DOUBLE, DOUBLE_COMPLEX -> Double.BYTES;
      default -> 10;
    };
  }

  /** Stores a random element; often a small one, so that comparisons meet equal ones. */
  void fill(RandomGenerator random, MemorySegment memory, long index) {
    if (isInteger()) {
      int bits = random.nextBoolean() ? 2 : type.size() * Byte.SIZE;
      store(memory, index, new BigInteger(bits, new java.util.Random(random.nextLong())));
    } else {
      double imaginary = isComplex() ? number(random) : 0;
      store(memory, index, new Complex(number(random), imaginary));
    }
  }

  private static double number(RandomGenerator random) {
    return random.nextBoolean() ? random.nextInt(2) : random.nextInt(-MAX, MAX) / PARTS;
  }

  /** Stores the element that the operation leaves in {@code memory}. */
  void change(
      AtomicOperation operation,
      MemorySegment memory,
      MemorySegment operands,
      MemorySegment compares,
      long index) {
    if (isInteger()) {
      store(
          memory,
          index,
          integers(
              operation,
              integer(memory, index),
              integer(operands, index),
              integer(compares, index)));
    } else {
      store(
          memory,
          index,
          numbers(
              operation,
              complex(memory, index),
              complex(operands, index),
              complex(compares, index)));
    }
  }

  private static BigInteger integers(
      AtomicOperation operation, BigInteger mem, BigInteger buf, BigInteger cmp) {
    boolean both = mem.signum() != 0 && buf.signum() != 0;
    boolean one = mem.signum() != 0 || buf.signum() != 0;
    return switch (operation) {
      case MIN -> mem.min(buf);
      case MAX -> mem.max(buf);
      case SUM -> mem.add(buf);
      case PROD -> mem.multiply(buf);
      case LOR -> truth(one);
      case LAND -> truth(both);
      case LXOR -> truth(one && !both);
      case BOR -> mem.or(buf);
      case BAND -> mem.and(buf);
      case BXOR -> mem.xor(buf);
      case ATOMIC_READ -> mem;
      case ATOMIC_WRITE -> buf;
      case MSWAP -> buf.and(cmp).or(mem.andNot(cmp));
      default -> swaps(operation, cmp.compareTo(mem)) ? buf : mem;
    };
  }

  private static BigInteger truth(boolean value) {
    return value ? BigInteger.ONE : BigInteger.ZERO;
  }

  private static boolean swaps(AtomicOperation operation, int order) {
    return switch (operation) {
      case CSWAP -> order == 0;
      case CSWAP_NE -> order != 0;
      case CSWAP_LE -> order <= 0;
      case CSWAP_LT -> order < 0;
      case CSWAP_GE -> order >= 0;
      case CSWAP_GT -> order > 0;
      default -> throw new IllegalArgumentException("operation=" + operation);
    };
  }

  private static Complex numbers(AtomicOperation operation, Complex mem, Complex buf, Complex cmp) {
    boolean both = !mem.isZero() && !buf.isZero();
    boolean one = !mem.isZero() || !buf.isZero();
    return switch (operation) {
      case MIN -> mem.real > buf.real ? buf : mem;
      case MAX -> mem.real < buf.real ? buf : mem;
      case SUM -> new Complex(mem.real + buf.real, mem.imaginary + buf.imaginary);
      case PROD -> product(mem, buf);
      case LOR -> new Complex(one ? 1 : 0, 0);
      case LAND -> new Complex(both ? 1 : 0, 0);
      case LXOR -> new Complex(one && !both ? 1 : 0, 0);
      case ATOMIC_READ -> mem;
      case ATOMIC_WRITE -> buf;
      case CSWAP -> equal(mem, cmp) ? buf : mem;
      case CSWAP_NE -> equal(mem, cmp) ? mem : buf;
      default -> swaps(operation, Double.compare(cmp.real + 0.0, mem.real + 0.0)) ? buf : mem;
    };
  }

  private static boolean equal(Complex one, Complex other) {
    return one.real == other.real && one.imaginary == other.imaginary;
  }

  private static Complex product(Complex one, Complex other) {
    return new Complex(
        one.real * other.real - one.imaginary * other.imaginary,
        one.real * other.imaginary + one.imaginary * other.real);
  }

  /** Whether two elements have the same value; zeros of both signs are the same. */
  boolean same(MemorySegment one, MemorySegment other, long index) {
    return isInteger()
        ? integer(one, index).equals(integer(other, index))
        : equal(complex(one, index), complex(other, index));
  }

  /** The element as text. */
  String text(MemorySegment memory, long index) {
    return (isInteger() ? integer(memory, index) : complex(memory, index)).toString();
  }

  // Elements in memory.

  private BigInteger integer(MemorySegment memory, long index) {
    byte[] bytes = new byte[type.size() + 1];
    for (int i = 0; i < type.size(); i++) {
      bytes[type.size() - i] = memory.get(ValueLayout.JAVA_BYTE, index * type.size() + i);
    }
    bytes[0] = (byte) (isSigned() && bytes[1] < 0 ? -1 : 0);
    return new BigInteger(bytes);
  }

  private void store(MemorySegment memory, long index, BigInteger value) {
    for (int i = 0; i < type.size(); i++) {
      byte part = value.shiftRight(i * Byte.SIZE).byteValue();
      memory.set(ValueLayout.JAVA_BYTE, index * type.size() + i, part);
    }
  }

  private Complex complex(MemorySegment memory, long index) {
    long start = index * type.size();
    double imaginary = isComplex() ? part(memory, start + type.size() / 2) : 0;
    return new Complex(part(memory, start), imaginary);
  }

  private void store(MemorySegment memory, long index, Complex value) {
    long start = index * type.size();
    part(memory, start, value.real);
    if (isComplex()) {
      part(memory, start + type.size() / 2, value.imaginary);
    }
  }

  private double part(MemorySegment memory, long at) {
    return switch (partBytes()) {
      case Float.BYTES -> memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
      case Double.BYTES -> memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
      default ->
          extended(
              memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at),
              memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + Long.BYTES));
    };
  }

  private void part(MemorySegment memory, long at, double value) {
    switch (partBytes()) {
      case Float.BYTES -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
      case Double.BYTES -> memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
      default -> storeExtended(memory, at, value);
    }
  }

  /** x87 extended: 64 bits of mantissa, the first of them explicit, and a biased exponent. */
  private static double extended(long mantissa, short head) {
    if (mantissa == 0) {
      return 0;
    }
    long exponent = (head & 0x7fffL) - EXTENDED_BIAS;
    long fraction = mantissa << 1 >>> (Long.SIZE - MANTISSA_BITS);
    long sign = head < 0 ? Long.MIN_VALUE : 0;
    return Double.longBitsToDouble(sign | exponent << MANTISSA_BITS | fraction);
  }

  private static void storeExtended(MemorySegment memory, long at, double value) {
    long bits = Double.doubleToLongBits(value);
    long exponent = bits >>> MANTISSA_BITS & 0x7ff;
    boolean zero = value == 0;
    long mantissa = zero ? 0 : Long.MIN_VALUE | bits << (Long.SIZE - 1 - MANTISSA_BITS);
    long head = (bits < 0 ? 0x8000 : 0) | (zero ? 0 : exponent + EXTENDED_BIAS);
    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, mantissa);
    memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at + Long.BYTES, (short) head);
  }
}
