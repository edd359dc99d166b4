package dev.weft.provider.fabric.program;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares random programs of operations with simple models of the specification; reduces a failing
 * one. {@code -Dweft.programs=N} runs more, {@code -Dweft.seed=S} runs one.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("weft.programs", 300);
  private static final Long SEED = Long.getLong("weft.seed");
  private static final int STEPS = 60;

  /** Steps that a reduced failing program may have. */
  private static final int SHORT = 4;

  /** Programs that are tried before a fault counts as undetected. */
  private static final int MAX = 200;

  @ParameterizedTest
  @EnumSource
  void shouldDoWhatTheModelsSay(Setup.Carrier wire) {
    long first = SEED == null ? System.nanoTime() : SEED;
    long count = SEED == null ? Math.ceilDiv(PROGRAMS, Setup.Carrier.values().length) : 1;
    for (long seed = first; seed < first + count; seed++) {
      Program program = Program.random(seed, wire, STEPS);
      Throwable failure = program.failure(UnaryOperator.identity());
      if (failure != null) {
        report(program, failure);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAnyFaultAndShortenTheProgram(EndpointFault fault) {
    Program program = failing(fault);
    Program shortest = program.shrink(program.failure(fault::wrap), fault::wrap);
    assertNotNull(shortest.failure(fault::wrap), shortest::toString);
    assertTrue(shortest.steps().size() <= SHORT, shortest::toString);
    assertNull(shortest.failure(UnaryOperator.identity()), shortest::toString);
  }

  private static Program failing(EndpointFault fault) {
    return LongStream.range(0, MAX)
        .mapToObj(seed -> Program.random(seed, Setup.Carrier.LOOPBACK, STEPS))
        .filter(program -> program.failure(fault::wrap) != null)
        .findFirst()
        .orElseThrow(() -> new AssertionError("not noticed: it " + fault));
  }

  private static void report(Program program, Throwable failure) {
    Program shortest = program.shrink(failure, UnaryOperator.identity());
    Throwable cause = shortest.failure(UnaryOperator.identity());
    fail(
        "%s%nrepeat with -Dweft.seed=%d, made shorter: %s"
            .formatted(cause == null ? failure : cause, program.seed(), shortest),
        cause == null ? failure : cause);
  }
}
