package dev.weft.atomic;

/** Integers of 1 to 8 bytes, which wrap around on overflow. */
final class IntegerElements extends Elements {
  private final boolean signed;
  private final int unused;

  IntegerElements(int size, boolean signed) {
    super(size, size, true, true);
    this.signed = signed;
    this.unused = Long.SIZE - size * Byte.SIZE;
  }

  private long signExtended(long bits) {
    return bits << unused >> unused;
  }

  @Override
  boolean less(long[] a, long[] b) {
    return signed ? signExtended(a[0]) < signExtended(b[0]) : Long.compareUnsigned(a[0], b[0]) < 0;
  }

  @Override
  boolean equal(long[] a, long[] b) {
    return a[0] == b[0];
  }

  @Override
  boolean isTrue(long[] a) {
    return a[0] != 0;
  }

  @Override
  void one(long[] result) {
    result[0] = 1;
  }

  @Override
  void add(long[] a, long[] b, long[] result) {
    result[0] = a[0] + b[0];
  }

  @Override
  void subtract(long[] a, long[] b, long[] result) {
    result[0] = a[0] - b[0];
  }

  @Override
  void multiply(long[] a, long[] b, long[] result) {
    result[0] = a[0] * b[0];
  }
}
