package dev.weft.atomic;

/**
 * Floating-point numbers of 1 to 8 bytes. All arithmetic is done in doubles, which give the
 * correctly rounded result for every shorter format: a double has more than twice its precision
 * plus two bits.
 */
abstract class FloatElements extends Elements {
  FloatElements(int size) {
    super(size, size, true, false);
  }

  abstract double decode(long bits);

  /** Encodes a value, rounded to nearest, ties to even, into the lowest bytes of the result. */
  abstract long encode(double value);

  /** Rounds a value as storing and loading it would. */
  abstract double round(double value);

  @Override
  final boolean less(long[] a, long[] b) {
    return decode(a[0]) < decode(b[0]);
  }

  @Override
  final boolean equal(long[] a, long[] b) {
    return decode(a[0]) == decode(b[0]);
  }

  @Override
  final boolean isTrue(long[] a) {
    return decode(a[0]) != 0;
  }

  @Override
  final void one(long[] result) {
    result[0] = encode(1);
  }

  @Override
  final void add(long[] a, long[] b, long[] result) {
    result[0] = encode(decode(a[0]) + decode(b[0]));
  }

  @Override
  final void subtract(long[] a, long[] b, long[] result) {
    result[0] = encode(decode(a[0]) - decode(b[0]));
  }

  @Override
  final void multiply(long[] a, long[] b, long[] result) {
    result[0] = encode(decode(a[0]) * decode(b[0]));
  }

  /** {@code float}. */
  static final class Binary32 extends FloatElements {
    Binary32() {
      super(Float.BYTES);
    }

    @Override
    double decode(long bits) {
      return Float.intBitsToFloat((int) bits);
    }

    @Override
    long encode(double value) {
      return Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL;
    }

    @Override
    double round(double value) {
      return (float) value;
    }
  }

  /** {@code double}. */
  static final class Binary64 extends FloatElements {
    Binary64() {
      super(Double.BYTES);
    }

    @Override
    double decode(long bits) {
      return Double.longBitsToDouble(bits);
    }

    @Override
    long encode(double value) {
      return Double.doubleToRawLongBits(value);
    }

    @Override
    double round(double value) {
      return value;
    }
  }
}
