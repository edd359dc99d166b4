package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.program.RandomPrograms;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
  private static final int PROGRAMS = 300;
  private static final int STEPS = 60;

  /** Steps that a reduced failing program may have. */
  private static final int SHORT = 8;

  /** Programs that are tried before a fault counts as undetected. */
  private static final int MAX = 400;

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldDoWhatTheModelSays(String device) {
    RandomPrograms.requireAgreement(PROGRAMS, 2, seed -> Program.random(seed, device, STEPS));
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
    return RandomPrograms.noticing(
        fault,
        MAX,
        seed -> Program.random(seed, "loopback0", STEPS),
        program -> isNoticed(program.failure(fault)));
  }

  /** How many completions a poll finds, and so what a fault can change, may differ by run. */
  private static boolean isFound(Program program, QueueFault fault) {
    return IntStream.range(0, MAX).anyMatch(run -> isNoticed(program.failure(fault)));
  }

  /** What comes late is no proof: the machine may be busy. */
  private static boolean isNoticed(Throwable failureOrNull) {
    return failureOrNull != null && !(failureOrNull instanceof Settling.LateError);
  }
}
