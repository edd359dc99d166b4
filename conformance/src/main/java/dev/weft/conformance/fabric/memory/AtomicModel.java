package dev.weft.conformance.fabric.memory;

import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BinaryOperator;

/**
 * Reference model of atomic operations for EP-055, calculated with exact numbers. An element is
 * given by its bits as an unsigned number.
 */
abstract class AtomicModel {

  /** The operations of the plain and, with ATOMIC_READ, of the fetch functions. */
  static final Set<AtomicOperation> UPDATES =
      EnumSet.of(
          AtomicOperation.MIN,
          AtomicOperation.MAX,
          AtomicOperation.SUM,
          AtomicOperation.PROD,
          AtomicOperation.LOR,
          AtomicOperation.LAND,
          AtomicOperation.BOR,
          AtomicOperation.BAND,
          AtomicOperation.LXOR,
          AtomicOperation.BXOR,
          AtomicOperation.ATOMIC_WRITE,
          AtomicOperation.DIFF);

  /** The operations of the compare functions. */
  static final Set<AtomicOperation> SWAPS =
      EnumSet.range(AtomicOperation.CSWAP, AtomicOperation.MSWAP);

  private static final Set<AtomicOperation> BITWISE =
      EnumSet.of(
          AtomicOperation.BOR, AtomicOperation.BAND, AtomicOperation.BXOR, AtomicOperation.MSWAP);

  private static final Set<AtomicOperation> ORDERED =
      EnumSet.of(
          AtomicOperation.MIN,
          AtomicOperation.MAX,
          AtomicOperation.CSWAP_LE,
          AtomicOperation.CSWAP_LT,
          AtomicOperation.CSWAP_GE,
          AtomicOperation.CSWAP_GT);

  /** The model of a datatype. */
  static AtomicModel of(DataType type) {
    return switch (type) {
      case INT8, INT16, INT32, INT64, INT128 -> new Integers(type.size() * Byte.SIZE, true);
      case UINT8, UINT16, UINT32, UINT64, UINT128 -> new Integers(type.size() * Byte.SIZE, false);
      case FLOAT -> new Reals(FloatingFormat.SINGLE);
      case DOUBLE -> new Reals(FloatingFormat.DOUBLE);
      case LONG_DOUBLE -> new Reals(FloatingFormat.EXTENDED);
      case FLOAT16 -> new Reals(FloatingFormat.HALF);
      case BFLOAT16 -> new Reals(FloatingFormat.BRAIN);
      case FLOAT8_E4M3 -> new Reals(FloatingFormat.E4M3);
      case FLOAT8_E5M2 -> new Reals(FloatingFormat.E5M2);
      case FLOAT_COMPLEX -> new ComplexNumbers(FloatingFormat.SINGLE);
      case DOUBLE_COMPLEX -> new ComplexNumbers(FloatingFormat.DOUBLE);
      case LONG_DOUBLE_COMPLEX -> new ComplexNumbers(FloatingFormat.EXTENDED);
      case VOID -> throw new IllegalArgumentException("VOID has no elements");
    };
  }

  abstract boolean isOrdered();

  abstract boolean isBitwise();

  abstract boolean less(BigInteger a, BigInteger b);

  abstract boolean equal(BigInteger a, BigInteger b);

  abstract boolean isTrue(BigInteger a);

  abstract BigInteger one();

  abstract BigInteger sum(BigInteger a, BigInteger b);

  abstract BigInteger difference(BigInteger a, BigInteger b);

  abstract BigInteger product(BigInteger a, BigInteger b);

  /** Whether both are the same value; any two NaNs are. */
  abstract boolean same(BigInteger expected, BigInteger seen);

  /** Turns random bits into a valid value: clears bits that no calculation sets. */
  abstract BigInteger valid(BigInteger bits);

  /** Whether libfabric defines the operation for the datatype. */
  final boolean defines(AtomicOperation operation) {
    return (isOrdered() || !ORDERED.contains(operation))
        && (isBitwise() || !BITWISE.contains(operation));
  }

  /** The element after the operation, with the names of {@code fi_atomic(3)}. */
  final BigInteger after(
      AtomicOperation operation, BigInteger mem, BigInteger buf, BigInteger cmp) {
    return switch (operation) {
      case MIN -> less(buf, mem) ? buf : mem;
      case MAX -> less(mem, buf) ? buf : mem;
      case SUM -> sum(mem, buf);
      case PROD -> product(mem, buf);
      case LOR -> truth(isTrue(mem) || isTrue(buf));
      case LAND -> truth(isTrue(mem) && isTrue(buf));
      case BOR -> mem.or(buf);
      case BAND -> mem.and(buf);
      case LXOR -> truth((isTrue(mem) && !isTrue(buf)) || (!isTrue(mem) && isTrue(buf)));
      case BXOR -> mem.xor(buf);
      case ATOMIC_READ -> mem;
      case ATOMIC_WRITE -> buf;
      case CSWAP -> equal(cmp, mem) ? buf : mem;
      case CSWAP_NE -> equal(cmp, mem) ? mem : buf;
      case CSWAP_LE -> less(cmp, mem) || equal(cmp, mem) ? buf : mem;
      case CSWAP_LT -> less(cmp, mem) ? buf : mem;
      case CSWAP_GE -> less(mem, cmp) || equal(cmp, mem) ? buf : mem;
      case CSWAP_GT -> less(mem, cmp) ? buf : mem;
      case MSWAP -> buf.and(cmp).or(mem.andNot(cmp));
      case DIFF -> difference(mem, buf);
      case NOOP -> throw new IllegalArgumentException("NOOP is for collectives");
    };
  }

  private BigInteger truth(boolean value) {
    return value ? one() : BigInteger.ZERO;
  }

  private static final class Integers extends AtomicModel {
    private final int bits;
    private final boolean signed;

    Integers(int bits, boolean signed) {
      this.bits = bits;
      this.signed = signed;
    }

    private BigInteger value(BigInteger raw) {
      return signed && raw.testBit(bits - 1) ? raw.subtract(BigInteger.TWO.pow(bits)) : raw;
    }

    private BigInteger raw(BigInteger value) {
      return value.mod(BigInteger.TWO.pow(bits));
    }

    @Override
    boolean isOrdered() {
      return true;
    }

    @Override
    boolean isBitwise() {
      return true;
    }

    @Override
    boolean less(BigInteger a, BigInteger b) {
      return value(a).compareTo(value(b)) < 0;
    }

    @Override
    boolean equal(BigInteger a, BigInteger b) {
      return a.equals(b);
    }

    @Override
    boolean isTrue(BigInteger a) {
      return a.signum() != 0;
    }

    @Override
    BigInteger one() {
      return BigInteger.ONE;
    }

    @Override
    BigInteger sum(BigInteger a, BigInteger b) {
      return raw(value(a).add(value(b)));
    }

    @Override
    BigInteger difference(BigInteger a, BigInteger b) {
      return raw(value(a).subtract(value(b)));
    }

    @Override
    BigInteger product(BigInteger a, BigInteger b) {
      return raw(value(a).multiply(value(b)));
    }

    @Override
    boolean same(BigInteger expected, BigInteger seen) {
      return expected.equals(seen);
    }

    @Override
    BigInteger valid(BigInteger bits) {
      return bits;
    }
  }

  private static final class Reals extends AtomicModel {
    private final FloatingFormat format;

    Reals(FloatingFormat format) {
      this.format = format;
    }

    private BigInteger calculate(
        BigInteger a, BigInteger b, BinaryOperator<ExactNumber> calculation) {
      return format.encode(calculation.apply(format.decode(a), format.decode(b)));
    }

    @Override
    boolean isOrdered() {
      return true;
    }

    @Override
    boolean isBitwise() {
      return false;
    }

    @Override
    boolean less(BigInteger a, BigInteger b) {
      return format.decode(a).lessThan(format.decode(b));
    }

    @Override
    boolean equal(BigInteger a, BigInteger b) {
      return format.decode(a).equalTo(format.decode(b));
    }

    @Override
    boolean isTrue(BigInteger a) {
      return !format.decode(a).isZero();
    }

    @Override
    BigInteger one() {
      return format.encode(ExactNumber.ONE);
    }

    @Override
    BigInteger sum(BigInteger a, BigInteger b) {
      return calculate(a, b, ExactNumber::plus);
    }

    @Override
    BigInteger difference(BigInteger a, BigInteger b) {
      return calculate(a, b, (x, y) -> x.plus(y.negated()));
    }

    @Override
    BigInteger product(BigInteger a, BigInteger b) {
      return calculate(a, b, ExactNumber::times);
    }

    @Override
    boolean same(BigInteger expected, BigInteger seen) {
      BigInteger meant = BigInteger.TWO.pow(format.bits());
      boolean equal = expected.mod(meant).equals(seen.mod(meant));
      return equal || (format.decode(expected).isNan() && format.decode(seen).isNan());
    }

    @Override
    BigInteger valid(BigInteger bits) {
      ExactNumber number = format.decode(bits.mod(BigInteger.TWO.pow(format.bits())));
      return format.encode(number);
    }
  }

  /** Complex numbers. The real part is in the lower half of the bits. */
  private static final class ComplexNumbers extends AtomicModel {
    private final Reals parts;
    private final int bits;

    ComplexNumbers(FloatingFormat format) {
      parts = new Reals(format);
      bits = format.bytes() * Byte.SIZE;
    }

    private BigInteger real(BigInteger a) {
      return a.mod(BigInteger.TWO.pow(bits));
    }

    private BigInteger imaginary(BigInteger a) {
      return a.shiftRight(bits);
    }

    private BigInteger number(BigInteger real, BigInteger imaginary) {
      return imaginary.shiftLeft(bits).or(real);
    }

    @Override
    boolean isOrdered() {
      return false;
    }

    @Override
    boolean isBitwise() {
      return false;
    }

    @Override
    boolean less(BigInteger a, BigInteger b) {
      throw new IllegalArgumentException("complex numbers have no order");
    }

    @Override
    boolean equal(BigInteger a, BigInteger b) {
      return parts.equal(real(a), real(b)) && parts.equal(imaginary(a), imaginary(b));
    }

    @Override
    boolean isTrue(BigInteger a) {
      return parts.isTrue(real(a)) || parts.isTrue(imaginary(a));
    }

    @Override
    BigInteger one() {
      return parts.one();
    }

    @Override
    BigInteger sum(BigInteger a, BigInteger b) {
      return number(parts.sum(real(a), real(b)), parts.sum(imaginary(a), imaginary(b)));
    }

    @Override
    BigInteger difference(BigInteger a, BigInteger b) {
      return number(
          parts.difference(real(a), real(b)), parts.difference(imaginary(a), imaginary(b)));
    }

    @Override
    BigInteger product(BigInteger a, BigInteger b) {
      BigInteger real =
          parts.difference(
              parts.product(real(a), real(b)), parts.product(imaginary(a), imaginary(b)));
      BigInteger imaginary =
          parts.sum(parts.product(real(a), imaginary(b)), parts.product(imaginary(a), real(b)));
      return number(real, imaginary);
    }

    @Override
    boolean same(BigInteger expected, BigInteger seen) {
      return parts.same(real(expected), real(seen))
          && parts.same(imaginary(expected), imaginary(seen));
    }

    @Override
    BigInteger valid(BigInteger bits) {
      return number(parts.valid(real(bits)), parts.valid(imaginary(bits)));
    }
  }
}
