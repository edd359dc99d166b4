package dev.weft.atomic;

/**
 * Complex numbers of two {@code float} or two {@code double}, the real part first. Every product
 * and sum is rounded separately; a product is {@code (ac - bd) + (ad + bc)i} for infinities, too.
 */
final class ComplexElements extends Elements {
  private static final long LOW_HALF = 0xFFFFFFFFL;

  private final FloatElements part;
  private final boolean inOneWord;

  ComplexElements(FloatElements part) {
    super(2 * part.size, part.size, false, false);
    this.part = part;
    this.inOneWord = words == 1;
  }

  private double real(long[] value) {
    return part.decode(inOneWord ? value[0] & LOW_HALF : value[0]);
  }

  private double imaginary(long[] value) {
    return part.decode(inOneWord ? value[0] >>> Integer.SIZE : value[1]);
  }

  private void set(double real, double imaginary, long[] result) {
    if (inOneWord) {
      result[0] = part.encode(imaginary) << Integer.SIZE | part.encode(real);
    } else {
      result[0] = part.encode(real);
      result[1] = part.encode(imaginary);
    }
  }

  @Override
  boolean less(long[] a, long[] b) {
    throw new UnsupportedOperationException("complex numbers have no order");
  }

  @Override
  boolean equal(long[] a, long[] b) {
    return real(a) == real(b) && imaginary(a) == imaginary(b);
  }

  @Override
  boolean isTrue(long[] a) {
    return real(a) != 0 || imaginary(a) != 0;
  }

  @Override
  void one(long[] result) {
    set(1, 0, result);
  }

  @Override
  void add(long[] a, long[] b, long[] result) {
    set(real(a) + real(b), imaginary(a) + imaginary(b), result);
  }

  @Override
  void subtract(long[] a, long[] b, long[] result) {
    set(real(a) - real(b), imaginary(a) - imaginary(b), result);
  }

  @Override
  void multiply(long[] a, long[] b, long[] result) {
    double real = product(real(a), real(b)) - product(imaginary(a), imaginary(b));
    double imaginary = product(real(a), imaginary(b)) + product(imaginary(a), real(b));
    set(real, imaginary, result);
  }

  private double product(double a, double b) {
    return part.round(a * b);
  }
}
