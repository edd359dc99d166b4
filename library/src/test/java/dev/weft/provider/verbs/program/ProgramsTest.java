package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares random programs of work requests with a simple model of the manual pages; reduces a
 * failing one. {@code -Dweft.programs=N} runs more, {@code -Dweft.seed=S} runs one.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("weft.programs", 300);
  private static final Long SEED = Long.getLong("weft.seed");
  private static final int STEPS = 60;

  /** Steps that a reduced failing program may have. */
  private static final int SHORT = 8;

  /** Programs that are tried before a fault counts as undetected. */
  private static final int MAX = 400;

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldDoWhatTheModelSays(String device) {
    long first = SEED == null ? System.nanoTime() : SEED;
    long count = SEED == null ? Math.ceilDiv(PROGRAMS, 2) : 1;
    for (long seed = first; seed < first + count; seed++) {
      Program program = Program.random(seed, device, STEPS);
      Throwable failure = program.failure(Disguise.NONE);
      if (failure != null) {
        report(program, failure);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAnyFaultAndShortenTheProgram(QueueFault fault) {
    Program program = failing(fault);
    Program shortest = program.shrink(program.failure(fault), fault);
    assertTrue(isFound(shortest, fault), shortest::toString);
    assertTrue(shortest.steps().size() <= SHORT, shortest::toString);
    assertNull(shortest.failure(Disguise.NONE), shortest::toString);
  }

  private static Program failing(QueueFault fault) {
    return LongStream.range(0, MAX)
        .mapToObj(seed -> Program.random(seed, "loopback0", STEPS))
        .filter(program -> isNoticed(program.failure(fault)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("not noticed: it " + fault));
  }

  /** How many completions a poll finds, and so what a fault can change, may differ by run. */
  private static boolean isFound(Program program, QueueFault fault) {
    return IntStream.range(0, MAX).anyMatch(run -> isNoticed(program.failure(fault)));
  }

  /** What comes late is no proof: the machine may be busy. */
  private static boolean isNoticed(Throwable failureOrNull) {
    return failureOrNull != null && !(failureOrNull instanceof Settling.LateError);
  }

  private static void report(Program program, Throwable failure) {
    Program shortest = program.shrink(failure, Disguise.NONE);
    Throwable cause = shortest.failure(Disguise.NONE);
    fail(
        "%s%nrepeat with -Dweft.seed=%d, made shorter: %s"
            .formatted(cause == null ? failure : cause, program.seed(), shortest),
        cause == null ? failure : cause);
  }
}
