package dev.weft.conformance.fabric.memory;

import java.math.BigInteger;

/**
 * The exact value of a floating-point number of any format: not a number, an infinity, or {@code
 * significand * 2^exponent} with its sign. Slow and simple.
 */
record ExactNumber(Kind kind, boolean negative, BigInteger significand, int exponent) {

  enum Kind {
    NAN,
    INFINITE,
    FINITE
  }

  static final ExactNumber NAN = new ExactNumber(Kind.NAN, false, BigInteger.ZERO, 0);
  static final ExactNumber ONE = finite(false, BigInteger.ONE, 0);

  static ExactNumber infinite(boolean negative) {
    return new ExactNumber(Kind.INFINITE, negative, BigInteger.ZERO, 0);
  }

  static ExactNumber finite(boolean negative, BigInteger significand, int exponent) {
    return new ExactNumber(Kind.FINITE, negative, significand, exponent);
  }

  boolean isNan() {
    return kind == Kind.NAN;
  }

  boolean isInfinite() {
    return kind == Kind.INFINITE;
  }

  boolean isZero() {
    return kind == Kind.FINITE && significand.signum() == 0;
  }

  ExactNumber negated() {
    return new ExactNumber(kind, !negative, significand, exponent);
  }

  ExactNumber plus(ExactNumber other) {
    if (isNan() || other.isNan()) {
      return NAN;
    }
    if (isInfinite() || other.isInfinite()) {
      boolean opposite = isInfinite() && other.isInfinite() && negative != other.negative;
      return opposite ? NAN : infinite(isInfinite() ? negative : other.negative);
    }
    int lower = Math.min(exponent, other.exponent);
    BigInteger sum = signedAt(lower).add(other.signedAt(lower));
    boolean minus = sum.signum() == 0 ? negative && other.negative : sum.signum() < 0;
    return finite(minus, sum.abs(), lower);
  }

  ExactNumber times(ExactNumber other) {
    boolean minus = negative != other.negative;
    if (isNan() || other.isNan()) {
      return NAN;
    }
    if (isInfinite() || other.isInfinite()) {
      return isZero() || other.isZero() ? NAN : infinite(minus);
    }
    return finite(minus, significand.multiply(other.significand), exponent + other.exponent);
  }

  boolean equalTo(ExactNumber other) {
    return !isNan() && !other.isNan() && compare(other) == 0;
  }

  boolean lessThan(ExactNumber other) {
    return !isNan() && !other.isNan() && compare(other) < 0;
  }

  private int compare(ExactNumber other) {
    if (isInfinite() || other.isInfinite()) {
      return Integer.compare(infinity(), other.infinity());
    }
    int lower = Math.min(exponent, other.exponent);
    return signedAt(lower).compareTo(other.signedAt(lower));
  }

  /** -1 or 1 for an infinity, 0 for anything finite. */
  private int infinity() {
    int sign = negative ? -1 : 1;
    return isInfinite() ? sign : 0;
  }

  private BigInteger signedAt(int lower) {
    BigInteger shifted = significand.shiftLeft(exponent - lower);
    return negative ? shifted.negate() : shifted;
  }
}
