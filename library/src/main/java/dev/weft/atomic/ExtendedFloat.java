package dev.weft.atomic;

/**
 * Arithmetic of x86 {@code long double}, rounded to nearest, ties to even. A number is two words:
 *
 * <pre>
 *   word 0   significand 64, the bit before the point included
 *   word 1   unused 48 | sign 1 | exponent 15       value = significand * 2^(exponent - 16383 - 63)
 *                                                   exponent 0 counts as 1
 * </pre>
 *
 * Before rounding, a significand has 64 further bits, the lowest of which is sticky: it includes
 * everything that was shifted out.
 */
final class ExtendedFloat {
  private static final long INTEGER_BIT = 1L << 63;
  private static final long HALF = 1L << 63;
  private static final int BIAS = 16383;
  private static final int EXPONENT_MASK = 0x7FFF;
  private static final int SIGN_BIT = 0x8000;
  private static final long QUIET = 3L << 62;

  private ExtendedFloat() {}

  static void set(long[] to, int t, boolean negative, int exponent, long significand) {
    to[t] = significand;
    to[t + 1] = exponent | (negative ? SIGN_BIT : 0);
  }

  static void one(long[] to, int t) {
    set(to, t, false, BIAS, INTEGER_BIT);
  }

  static boolean isNegative(long[] a, int i) {
    return (a[i + 1] & SIGN_BIT) != 0;
  }

  private static int exponent(long[] a, int i) {
    return (int) a[i + 1] & EXPONENT_MASK;
  }

  static boolean isZero(long[] a, int i) {
    return a[i] == 0 && exponent(a, i) == 0;
  }

  static boolean isInfinite(long[] a, int i) {
    return exponent(a, i) == EXPONENT_MASK && a[i] == INTEGER_BIT;
  }

  /**
   * True also if the bit before the point is missing, which the processor does not accept either.
   */
  static boolean isNan(long[] a, int i) {
    boolean special = exponent(a, i) == EXPONENT_MASK && a[i] != INTEGER_BIT;
    return special || (exponent(a, i) != 0 && a[i] >= 0);
  }

  static boolean equal(long[] a, int i, long[] b, int j) {
    return !isNan(a, i) && !isNan(b, j) && compare(a, i, b, j) == 0;
  }

  static boolean less(long[] a, int i, long[] b, int j) {
    return !isNan(a, i) && !isNan(b, j) && compare(a, i, b, j) < 0;
  }

  private static int compare(long[] a, int i, long[] b, int j) {
    if (isZero(a, i) && isZero(b, j)) {
      return 0;
    }
    if (isNegative(a, i) != isNegative(b, j)) {
      return isNegative(a, i) ? -1 : 1;
    }
    int magnitudes = compareMagnitudes(a, i, b, j);
    return isNegative(a, i) ? -magnitudes : magnitudes;
  }

  private static int compareMagnitudes(long[] a, int i, long[] b, int j) {
    int exponents = Integer.compare(Math.max(exponent(a, i), 1), Math.max(exponent(b, j), 1));
    return exponents != 0 ? exponents : Long.compareUnsigned(a[i], b[j]);
  }

  static void add(long[] a, int i, long[] b, int j, long[] to, int t) {
    add(a, i, b, j, isNegative(b, j), to, t);
  }

  static void subtract(long[] a, int i, long[] b, int j, long[] to, int t) {
    add(a, i, b, j, !isNegative(b, j), to, t);
  }

  private static void add(long[] a, int i, long[] b, int j, boolean negativeB, long[] to, int t) {
    boolean opposite = isNegative(a, i) != negativeB;
    if (isNan(a, i) || isNan(b, j) || (isInfinite(a, i) && isInfinite(b, j) && opposite)) {
      set(to, t, false, EXPONENT_MASK, QUIET);
    } else if (isInfinite(a, i)) {
      set(to, t, isNegative(a, i), EXPONENT_MASK, INTEGER_BIT);
    } else if (isInfinite(b, j)) {
      set(to, t, negativeB, EXPONENT_MASK, INTEGER_BIT);
    } else if (compareMagnitudes(a, i, b, j) >= 0) {
      set(to, t, isNegative(a, i), 0, 0);
      addFinite(a, i, b, j, opposite, to, t);
    } else {
      set(to, t, negativeB, 0, 0);
      addFinite(b, j, a, i, opposite, to, t);
    }
  }

  /**
   * Requires that the magnitude of {@code a} is not the smaller one and the result's sign is set.
   */
  private static void addFinite(
      long[] a, int i, long[] b, int j, boolean opposite, long[] to, int t) {
    int exponent = Math.max(exponent(a, i), 1);
    int shift = exponent - Math.max(exponent(b, j), 1);
    long high = shiftedHigh(b[j], shift);
    long low = shiftedLow(b[j], 0, shift);
    boolean negative = isNegative(to, t);
    if (opposite) {
      high = a[i] - high - (low == 0 ? 0 : 1);
      low = -low;
      boolean nothing = (high | low) == 0;
      normalize(negative && !nothing, exponent, high, low, to, t);
      return;
    }
    long sum = a[i] + high;
    if (Long.compareUnsigned(sum, high) < 0) {
      low = shiftedLow(sum, low, 1);
      sum = sum >>> 1 | INTEGER_BIT;
      exponent++;
    }
    round(negative, exponent, sum, low, to, t);
  }

  static void multiply(long[] a, int i, long[] b, int j, long[] to, int t) {
    boolean negative = isNegative(a, i) != isNegative(b, j);
    boolean infinite = isInfinite(a, i) || isInfinite(b, j);
    boolean zero = isZero(a, i) || isZero(b, j);
    if (isNan(a, i) || isNan(b, j) || (infinite && zero)) {
      set(to, t, false, EXPONENT_MASK, QUIET);
    } else if (infinite) {
      set(to, t, negative, EXPONENT_MASK, INTEGER_BIT);
    } else if (zero) {
      set(to, t, negative, 0, 0);
    } else {
      int zerosA = Long.numberOfLeadingZeros(a[i]);
      int zerosB = Long.numberOfLeadingZeros(b[j]);
      long x = a[i] << zerosA;
      long y = b[j] << zerosB;
      int exponents = Math.max(exponent(a, i), 1) + Math.max(exponent(b, j), 1);
      int exponent = exponents - zerosA - zerosB - BIAS + 1;
      normalize(negative, exponent, Math.unsignedMultiplyHigh(x, y), x * y, to, t);
    }
  }

  /** Shifts the leading bit into place, if the exponent allows, and rounds. */
  private static void normalize(
      boolean negative, int exponent, long high, long low, long[] to, int t) {
    int zeros = Long.numberOfLeadingZeros(high);
    if (high == 0) {
      zeros += Long.numberOfLeadingZeros(low);
    }
    int left = Math.min(zeros, exponent - 1);
    if (left <= 0) {
      int right = -left;
      long newLow = shiftedLow(high, low, right);
      round(negative, exponent + right, shiftedHigh(high, right), newLow, to, t);
    } else if (left < Long.SIZE) {
      long newHigh = high << left | low >>> 1 >>> (Long.SIZE - 1 - left);
      round(negative, exponent - left, newHigh, low << left, to, t);
    } else {
      round(negative, exponent - left, left < 128 ? low << (left - Long.SIZE) : 0, 0, to, t);
    }
  }

  private static void round(boolean negative, int exponent, long high, long low, long[] to, int t) {
    boolean tie = low == HALF;
    long rounded = tie ? high + (high & 1) : high + (low >>> 63);
    int adjusted = exponent;
    if (rounded == 0 && high != 0) {
      rounded = INTEGER_BIT;
      adjusted++;
    }
    if (adjusted >= EXPONENT_MASK) {
      set(to, t, negative, EXPONENT_MASK, INTEGER_BIT);
    } else {
      set(to, t, negative, rounded < 0 ? adjusted : 0, rounded);
    }
  }

  private static long shiftedHigh(long high, int shift) {
    return shift < Long.SIZE ? high >>> shift : 0;
  }

  /** The lower word of {@code high:low >>> shift}; bits shifted out are kept in its lowest bit. */
  private static long shiftedLow(long high, long low, int shift) {
    if (shift == 0) {
      return low;
    }
    if (shift < Long.SIZE) {
      long lost = low << (Long.SIZE - shift);
      return high << (Long.SIZE - shift) | low >>> shift | (lost == 0 ? 0 : 1);
    }
    if (shift == Long.SIZE) {
      return high | (low == 0 ? 0 : 1);
    }
    if (shift < 2 * Long.SIZE) {
      long lost = high << (2 * Long.SIZE - shift) | low;
      return high >>> (shift - Long.SIZE) | (lost == 0 ? 0 : 1);
    }
    return (high | low) == 0 ? 0 : 1;
  }
}
