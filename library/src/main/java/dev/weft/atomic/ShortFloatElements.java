package dev.weft.atomic;

/**
 * Floating-point numbers of 1 and 2 bytes:
 *
 * <pre>
 *   | sign 1 | exponent e | fraction f |      value = 1.fraction * 2^(exponent - bias)
 *                                             exponent 0: 0.fraction * 2^(1 - bias)
 *   FLOAT16 5+10, BFLOAT16 8+7, FLOAT8_E5M2 5+2:   exponent all ones: infinity or not a number
 *   FLOAT8_E4M3 4+3:                               all ones is not a number; there is no infinity,
 *                                                  what is too large becomes not a number
 * </pre>
 */
final class ShortFloatElements extends FloatElements {
  private final int fractionBits;
  private final int bias;
  private final long fractionMask;

  /** All bits but the sign. */
  private final long magnitudeMask;

  /** The smallest magnitude that is not a finite number. */
  private final long notFinite;

  private final boolean hasInfinity;

  ShortFloatElements(int size, int fractionBits, boolean hasInfinity) {
    super(size);
    int exponentBits = size * Byte.SIZE - 1 - fractionBits;
    this.fractionBits = fractionBits;
    this.bias = (1 << (exponentBits - 1)) - 1;
    this.fractionMask = (1L << fractionBits) - 1;
    this.magnitudeMask = (1L << (size * Byte.SIZE - 1)) - 1;
    this.hasInfinity = hasInfinity;
    this.notFinite = hasInfinity ? magnitudeMask & ~fractionMask : magnitudeMask;
  }

  @Override
  double decode(long bits) {
    long magnitude = bits & magnitudeMask;
    double value;
    if (magnitude >= notFinite) {
      boolean infinite = hasInfinity && magnitude == notFinite;
      value = infinite ? Double.POSITIVE_INFINITY : Double.NaN;
    } else {
      int exponent = (int) (magnitude >>> fractionBits);
      long hidden = exponent == 0 ? 0 : 1L << fractionBits;
      long fraction = (magnitude & fractionMask) | hidden;
      value = Math.scalb((double) fraction, Math.max(exponent, 1) - bias - fractionBits);
    }
    return (bits & (magnitudeMask + 1)) == 0 ? value : -value;
  }

  @Override
  long encode(double value) {
    long bits = Double.doubleToRawLongBits(value);
    long sign = bits < 0 ? magnitudeMask + 1 : 0;
    if (Double.isNaN(value)) {
      return sign | magnitudeMask;
    }
    return sign | Math.min(magnitude(Math.abs(value)), notFinite);
  }

  /** The bits of a non-negative value; beyond {@link #notFinite} if it is too large. */
  private long magnitude(double value) {
    int exponent = Math.max(Math.getExponent(value), 1 - bias);
    if (exponent > bias + 1) {
      return notFinite;
    }
    // In units of the last place: exact, as only the exponent changes; rint rounds ties to even.
    long units = (long) Math.rint(Math.scalb(value, fractionBits - exponent));
    return units + ((long) (exponent + bias - 1) << fractionBits);
  }

  @Override
  double round(double value) {
    return decode(encode(value));
  }
}
