package dev.weft.program;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * Runs random programs. {@code -Dweft.programs=N} runs more than usual, {@code -Dweft.seed=S} runs
 * one.
 */
public final class RandomPrograms {
  private static final Long SEED = Long.getLong("weft.seed");

  private RandomPrograms() {}

  /**
   * Runs programs, which all must do what the model says; reduces one that does not.
   *
   * @param usual how many programs all calls of a test run together
   * @param calls how many calls there are
   * @param random generates the program of a seed
   */
  public static <P extends RandomProgram<P>> void requireAgreement(
      int usual, int calls, LongFunction<P> random) {
    int programs = Integer.getInteger("weft.programs", usual);
    long first = SEED == null ? System.nanoTime() : SEED;
    long count = SEED == null ? Math.ceilDiv(programs, calls) : 1;
    for (long seed = first; seed < first + count; seed++) {
      P program = random.apply(seed);
      Throwable failure = program.failure();
      if (failure != null) {
        report(program, failure);
      }
    }
  }

  /** Shows the whole program if the reduced one does not fail again. */
  private static <P extends RandomProgram<P>> void report(P program, Throwable failure) {
    P shortest = program.shrink(failure);
    Throwable again = shortest.failure();
    Throwable cause = again == null ? failure : again;
    P shown = again == null ? program : shortest;
    fail(
        "%s%nrepeat with -Dweft.seed=%d, made shorter: %s".formatted(cause, program.seed(), shown),
        cause);
  }

  /**
   * The first program that notices a fault.
   *
   * @param tries programs that are tried before the fault counts as undetected
   */
  public static <P> P noticing(
      Object fault, int tries, LongFunction<P> random, Predicate<P> notices) {
    return LongStream.range(0, tries)
        .mapToObj(random)
        .filter(notices)
        .findFirst()
        .orElseThrow(() -> new AssertionError("not noticed: it " + fault));
  }

  /**
   * Whether a program fails as another one does: both have a wrong result, whatever it is, or both
   * end by the same type of exception.
   *
   * @param otherOrNull null if the other one does not fail
   */
  public static boolean isAlike(Throwable failure, Throwable otherOrNull) {
    return otherOrNull != null
        && failure instanceof AssertionError == otherOrNull instanceof AssertionError
        && (failure instanceof AssertionError || failure.getClass().equals(otherOrNull.getClass()));
  }
}
