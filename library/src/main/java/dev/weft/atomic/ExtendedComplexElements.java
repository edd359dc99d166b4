package dev.weft.atomic;

/** Complex numbers of two {@code long double}, the real part first; as {@link ComplexElements}. */
final class ExtendedComplexElements extends Elements {
  private static final int SIZE = 32;
  private static final int ALIGNMENT = 16;
  private static final int IMAGINARY = 2;

  /** Position in a result of two products before they are added. */
  private static final int LEFT = 4;

  private static final int RIGHT = 6;

  ExtendedComplexElements() {
    super(SIZE, ALIGNMENT, false, false);
  }

  @Override
  boolean less(long[] a, long[] b) {
    throw new UnsupportedOperationException("complex numbers have no order");
  }

  @Override
  boolean equal(long[] a, long[] b) {
    return ExtendedFloat.equal(a, 0, b, 0) && ExtendedFloat.equal(a, IMAGINARY, b, IMAGINARY);
  }

  @Override
  boolean isTrue(long[] a) {
    return !ExtendedFloat.isZero(a, 0) || !ExtendedFloat.isZero(a, IMAGINARY);
  }

  @Override
  void one(long[] result) {
    ExtendedFloat.one(result, 0);
  }

  @Override
  void add(long[] a, long[] b, long[] result) {
    ExtendedFloat.add(a, 0, b, 0, result, 0);
    ExtendedFloat.add(a, IMAGINARY, b, IMAGINARY, result, IMAGINARY);
  }

  @Override
  void subtract(long[] a, long[] b, long[] result) {
    ExtendedFloat.subtract(a, 0, b, 0, result, 0);
    ExtendedFloat.subtract(a, IMAGINARY, b, IMAGINARY, result, IMAGINARY);
  }

  @Override
  void multiply(long[] a, long[] b, long[] result) {
    ExtendedFloat.multiply(a, 0, b, 0, result, LEFT);
    ExtendedFloat.multiply(a, IMAGINARY, b, IMAGINARY, result, RIGHT);
    ExtendedFloat.subtract(result, LEFT, result, RIGHT, result, 0);
    ExtendedFloat.multiply(a, 0, b, IMAGINARY, result, LEFT);
    ExtendedFloat.multiply(a, IMAGINARY, b, 0, result, RIGHT);
    ExtendedFloat.add(result, LEFT, result, RIGHT, result, IMAGINARY);
  }
}
