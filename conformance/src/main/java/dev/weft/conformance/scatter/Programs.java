package dev.weft.conformance.scatter;

import dev.weft.conformance.failure.ClauseFailure;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * Checks random shapes of operations, each made from a seed. {@code -Dweft.scatter.programs=N}
 * checks N shapes in place of a few, {@code -Dweft.scatter.seed=S} begins with this seed.
 */
public final class Programs {
  private static final int COUNT = Integer.getInteger("weft.scatter.programs", 150);
  private static final long FIRST = Long.getLong("weft.scatter.seed", 1);
  private static final int MAX_ATTEMPTS = 2_000;

  private Programs() {}

  /** How many shapes of each kind are checked. */
  public static int count() {
    return COUNT;
  }

  /** A generator of a shape; those of consecutive seeds differ from their first values on. */
  public static Random random(long seed) {
    return new Random(new SplittableRandom(seed).nextLong());
  }

  /** The check of a shape. */
  @FunctionalInterface
  public interface Difference<S> {
    /** Where a buffer differs from the reference, or null; throws if the operation failed. */
    String of(S shape);
  }

  /**
   * Checks the shapes of consecutive seeds.
   *
   * @param what the kind of shape, for failures
   * @param make makes the shape of a seed
   * @param smaller makes smaller shapes of a shape
   */
  public static <S> void check(
      String what,
      int count,
      LongFunction<S> make,
      Function<S, Stream<S>> smaller,
      Difference<S> check) {
    for (long seed = FIRST; seed < FIRST + count; seed++) {
      S shape = make.apply(seed);
      String where = "%s, -Dweft.scatter.seed=%d, %s".formatted(what, seed, shape);
      String difference = difference(where, shape, check);
      if (difference != null) {
        throw new ClauseFailure(
            "%s: %s; made smaller: %s".formatted(where, difference, shrink(shape, smaller, check)));
      }
    }
  }

  private static <S> String difference(String where, S shape, Difference<S> check) {
    try {
      return check.of(shape);
    } catch (ClauseFailure failure) {
      throw new ClauseFailure(where + ": " + failure.getMessage(), failure);
    }
  }

  private static <S> S shrink(S failing, Function<S, Stream<S>> smaller, Difference<S> check) {
    int attempts = 0;
    S smallest = failing;
    boolean found = true;
    while (found) {
      found = false;
      for (S shape : smaller.apply(smallest).toList()) {
        if (attempts++ < MAX_ATTEMPTS && differs(shape, check)) {
          smallest = shape;
          found = true;
          break;
        }
      }
    }
    return smallest;
  }

  private static <S> boolean differs(S shape, Difference<S> check) {
    try {
      return check.of(shape) != null;
    } catch (ClauseFailure failedOtherwise) {
      return false;
    }
  }
}
