package dev.weft.provider.verbs.program;

import dev.weft.program.RandomPrograms;
import java.util.concurrent.TimeUnit;
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

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldDoWhatTheModelSays(String device) {
    RandomPrograms.requireAgreement(PROGRAMS, 2, seed -> Program.random(seed, device, STEPS));
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAnyFaultAndShortenTheProgram(QueueFault fault) {
    RandomPrograms.requireNotice(
        fault,
        SHORT,
        seed -> Program.random(seed, "loopback0", STEPS),
        program -> program.failure(fault));
  }
}
