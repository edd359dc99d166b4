package dev.weft.conformance.fabric.memory;

import java.math.BigInteger;

/**
 * A binary floating-point format: sign, exponent, fraction, from the highest bit down.
 *
 * @param bytes size in memory, including padding above the value
 * @param exponentBits bits of the exponent
 * @param fractionBits bits after the binary point
 * @param bitBeforePoint whether the bit before the binary point is stored too
 * @param infinity whether there are infinities; if not, values out of range are NaN
 */
record FloatingFormat(
    int bytes, int exponentBits, int fractionBits, boolean bitBeforePoint, boolean infinity) {

  static final FloatingFormat HALF = new FloatingFormat(2, 5, 10, false, true);
  static final FloatingFormat BRAIN = new FloatingFormat(2, 8, 7, false, true);
  static final FloatingFormat SINGLE = new FloatingFormat(4, 8, 23, false, true);
  static final FloatingFormat DOUBLE = new FloatingFormat(8, 11, 52, false, true);
  static final FloatingFormat EXTENDED = new FloatingFormat(16, 15, 63, true, true);
  static final FloatingFormat E4M3 = new FloatingFormat(1, 4, 3, false, false);
  static final FloatingFormat E5M2 = new FloatingFormat(1, 5, 2, false, true);

  /** Bits of the significand in memory. */
  private int storedBits() {
    return fractionBits + (bitBeforePoint ? 1 : 0);
  }

  /** Bits without padding. */
  int bits() {
    return 1 + exponentBits + storedBits();
  }

  private int bias() {
    return (1 << (exponentBits - 1)) - 1;
  }

  private int highestField() {
    return (1 << exponentBits) - 1;
  }

  ExactNumber decode(BigInteger raw) {
    boolean negative = raw.testBit(bits() - 1);
    int field = raw.shiftRight(storedBits()).intValue() & highestField();
    BigInteger fraction = raw.mod(BigInteger.TWO.pow(fractionBits));
    boolean allOnes = fraction.equals(BigInteger.TWO.pow(fractionBits).subtract(BigInteger.ONE));
    if (field == highestField() && (infinity || allOnes)) {
      return infinity && fraction.signum() == 0 ? ExactNumber.infinite(negative) : ExactNumber.NAN;
    }
    BigInteger significand = field == 0 ? fraction : fraction.setBit(fractionBits);
    return ExactNumber.finite(negative, significand, Math.max(field, 1) - bias() - fractionBits);
  }

  /** The nearest number of this format; of two equally near ones the even one. */
  BigInteger encode(ExactNumber number) {
    if (number.isNan()) {
      return special(false, BigInteger.TWO.pow(fractionBits).subtract(BigInteger.ONE));
    }
    if (number.isInfinite()) {
      return tooLarge(number.negative());
    }
    int lowest = 1 - bias() - fractionBits;
    int exponent = number.exponent() + number.significand().bitLength() - fractionBits - 1;
    exponent = Math.max(exponent, lowest);
    BigInteger rounded = shiftRight(number.significand(), exponent - number.exponent());
    if (rounded.bitLength() > fractionBits + 1) {
      rounded = rounded.shiftRight(1);
      exponent++;
    }
    int field = rounded.testBit(fractionBits) ? exponent + bias() + fractionBits : 0;
    BigInteger fraction = rounded.clearBit(fractionBits);
    boolean fits = field < highestField() || (!infinity && field == highestField());
    if (!fits || decode(pack(false, field, fraction)).isNan()) {
      return tooLarge(number.negative());
    }
    return pack(number.negative(), field, fraction);
  }

  private BigInteger tooLarge(boolean negative) {
    BigInteger allOnes = BigInteger.TWO.pow(fractionBits).subtract(BigInteger.ONE);
    return special(negative, infinity ? BigInteger.ZERO : allOnes);
  }

  private BigInteger special(boolean negative, BigInteger fraction) {
    return pack(negative, highestField(), fraction);
  }

  private BigInteger pack(boolean negative, int field, BigInteger fraction) {
    BigInteger significand =
        bitBeforePoint && field != 0 ? fraction.setBit(fractionBits) : fraction;
    BigInteger raw = BigInteger.valueOf(field).shiftLeft(storedBits()).or(significand);
    return negative ? raw.setBit(bits() - 1) : raw;
  }

  private static BigInteger shiftRight(BigInteger value, int by) {
    if (by <= 0) {
      return value.shiftLeft(-by);
    }
    BigInteger floor = value.shiftRight(by);
    BigInteger rest = value.subtract(floor.shiftLeft(by));
    int half = rest.compareTo(BigInteger.ONE.shiftLeft(by - 1));
    boolean up = half > 0 || (half == 0 && floor.testBit(0));
    return up ? floor.add(BigInteger.ONE) : floor;
  }
}
