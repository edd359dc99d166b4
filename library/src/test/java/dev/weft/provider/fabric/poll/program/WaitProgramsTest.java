package dev.weft.provider.fabric.poll.program;

import dev.weft.program.RandomPrograms;
import java.util.concurrent.TimeUnit;
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
  private static final int PROGRAMS = 100;
  private static final int STEPS = 80;

  /** Steps that a reduced failing program may have. */
  private static final int SHORT = 6;

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldDoWhatTheModelSays(String provider) {
    RandomPrograms.requireAgreement(PROGRAMS, 2, seed -> WaitProgram.random(seed, provider, STEPS));
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAnyFaultAndShortenTheProgram(PollSetFault fault) {
    RandomPrograms.requireNotice(
        fault,
        SHORT,
        seed -> WaitProgram.random(seed, "loopback", STEPS),
        program -> program.failure(fault::wrap));
  }
}
