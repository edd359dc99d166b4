package dev.weft.atomic;

/** Integers of 16 bytes, which wrap around on overflow. */
final class WideIntegerElements extends Elements {
  private static final int SIZE = 16;
  private final boolean signed;

  WideIntegerElements(boolean signed) {
    super(SIZE, SIZE, true, true);
    this.signed = signed;
  }

  @Override
  boolean less(long[] a, long[] b) {
    if (a[1] != b[1]) {
      return signed ? a[1] < b[1] : Long.compareUnsigned(a[1], b[1]) < 0;
    }
    return Long.compareUnsigned(a[0], b[0]) < 0;
  }

  @Override
  boolean equal(long[] a, long[] b) {
    return a[0] == b[0] && a[1] == b[1];
  }

  @Override
  boolean isTrue(long[] a) {
    return (a[0] | a[1]) != 0;
  }

  @Override
  void one(long[] result) {
    result[0] = 1;
  }

  @Override
  void add(long[] a, long[] b, long[] result) {
    long low = a[0] + b[0];
    long carry = Long.compareUnsigned(low, a[0]) < 0 ? 1 : 0;
    result[1] = a[1] + b[1] + carry;
    result[0] = low;
  }

  @Override
  void subtract(long[] a, long[] b, long[] result) {
    long borrow = Long.compareUnsigned(a[0], b[0]) < 0 ? 1 : 0;
    result[1] = a[1] - b[1] - borrow;
    result[0] = a[0] - b[0];
  }

  @Override
  void multiply(long[] a, long[] b, long[] result) {
    result[1] = Math.unsignedMultiplyHigh(a[0], b[0]) + a[0] * b[1] + a[1] * b[0];
    result[0] = a[0] * b[0];
  }
}
