package dev.weft.program;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * Runs random programs. {@code -Dweft.programs=N} runs more than usual, {@code -Dweft.seed=S} runs
 * one.
 */
public final class RandomPrograms {
  private static final Long SEED = Long.getLong("weft.seed");

  /** Programs that are tried before a fault counts as undetected. */
  private static final int TRIES = 400;

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
   * Requires that programs notice a fault, and that the shortest one is short, notices it again,
   * and does what the model says without the fault. What a fault changes may differ by run, and
   * what comes late is no proof: each failure is looked at as it was when it was seen.
   *
   * @param most the steps that the shortest program may have
   * @param random generates the program of a seed
   * @param run runs a program with the fault; null if it does what the model says
   */
  public static <P extends SteppedProgram<P, ?>> void requireNotice(
      Object fault, int most, LongFunction<P> random, Function<P, Throwable> run) {
    P shortest = shortest(fault, random, run);
    assertTrue(isNoticedAgain(shortest, run), shortest::toString);
    assertTrue(shortest.steps().size() <= most, shortest::toString);
    assertNull(shortest.failure(), shortest::toString);
  }

  private static <P extends SteppedProgram<P, ?>> P shortest(
      Object fault, LongFunction<P> random, Function<P, Throwable> run) {
    for (long seed = 0; seed < TRIES; seed++) {
      P program = random.apply(seed);
      Throwable failure = run.apply(program);
      if (isNoticed(failure)) {
        return program.shrink(failure, run);
      }
    }
    return fail("not noticed: it " + fault);
  }

  private static <P> boolean isNoticedAgain(P program, Function<P, Throwable> run) {
    return IntStream.range(0, TRIES).anyMatch(_ -> isNoticed(run.apply(program)));
  }

  private static boolean isNoticed(Throwable failureOrNull) {
    return failureOrNull instanceof AssertionError;
  }

  /**
   * Whether a program fails as another one does: both have a wrong result, whatever it is, or both
   * end by the same type of exception.
   *
   * @param otherOrNull null if the other one does not fail
   */
  static boolean isAlike(Throwable failure, Throwable otherOrNull) {
    return otherOrNull != null
        && failure instanceof AssertionError == otherOrNull instanceof AssertionError
        && (failure instanceof AssertionError || failure.getClass().equals(otherOrNull.getClass()));
  }
}
