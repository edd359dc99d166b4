package dev.weft.atomic;

/** {@code long double} of x86, 16 bytes with its padding. */
final class ExtendedElements extends Elements {
  private static final int SIZE = 16;

  ExtendedElements() {
    super(SIZE, SIZE, true, false);
  }

  @Override
  boolean less(long[] a, long[] b) {
    return ExtendedFloat.less(a, 0, b, 0);
  }

  @Override
  boolean equal(long[] a, long[] b) {
    return ExtendedFloat.equal(a, 0, b, 0);
  }

  @Override
  boolean isTrue(long[] a) {
    return !ExtendedFloat.isZero(a, 0);
  }

  @Override
  void one(long[] result) {
    ExtendedFloat.one(result, 0);
  }

  @Override
  void add(long[] a, long[] b, long[] result) {
    ExtendedFloat.add(a, 0, b, 0, result, 0);
  }

  @Override
  void subtract(long[] a, long[] b, long[] result) {
    ExtendedFloat.subtract(a, 0, b, 0, result, 0);
  }

  @Override
  void multiply(long[] a, long[] b, long[] result) {
    ExtendedFloat.multiply(a, 0, b, 0, result, 0);
  }
}
