package dev.weft.provider.fabric.poll.program;

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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares random programs of poll sets, wait sets, selectors and blocking reads with a model of
 * {@code fi_poll(3)}; reduces a failing one. {@code -Dweft.programs=N} runs more, {@code
 * -Dweft.seed=S} runs one.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class WaitProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("weft.programs", 100);
  private static final Long SEED = Long.getLong("weft.seed");
  private static final int STEPS = 80;

  /** Steps that a reduced failing program may have. */
  private static final int SHORT = 6;

  /** Programs that are tried before a fault counts as undetected. */
  private static final int MAX = 200;

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldDoWhatTheModelSays(String provider) {
    long first = SEED == null ? System.nanoTime() : SEED;
    long count = SEED == null ? Math.ceilDiv(PROGRAMS, 2) : 1;
    for (long seed = first; seed < first + count; seed++) {
      WaitProgram program = WaitProgram.random(seed, provider, STEPS);
      Throwable failure = program.failure(UnaryOperator.identity());
      if (failure != null) {
        report(program, failure);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAnyFaultAndShortenTheProgram(PollSetFault fault) {
    WaitProgram failing =
        LongStream.range(0, MAX)
            .mapToObj(seed -> WaitProgram.random(seed, "loopback", STEPS))
            .filter(program -> program.failure(fault::wrap) instanceof AssertionError)
            .findFirst()
            .orElseThrow(() -> new AssertionError("not noticed: it " + fault));
    WaitProgram shortest = failing.shrink(fault::wrap);
    assertNotNull(shortest.failure(fault::wrap), shortest::toString);
    assertTrue(shortest.steps().size() <= SHORT, shortest::toString);
    assertNull(shortest.failure(UnaryOperator.identity()), shortest::toString);
  }

  private static void report(WaitProgram program, Throwable failure) {
    WaitProgram shortest = program.shrink(UnaryOperator.identity());
    Throwable cause = shortest.failure(UnaryOperator.identity());
    fail(
        "%s%nrepeat with -Dweft.seed=%d, made shorter: %s"
            .formatted(cause == null ? failure : cause, program.seed(), shortest),
        cause == null ? failure : cause);
  }
}
