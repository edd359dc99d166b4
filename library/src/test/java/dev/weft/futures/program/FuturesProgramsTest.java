package dev.weft.futures.program;

import dev.weft.program.RandomPrograms;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares random programs of operations with futures, buffers that are lent, cancels and closes
 * with a model of what the futures promise; reduces a failing one. {@code -Dweft.programs=N} runs
 * more, {@code -Dweft.seed=S} runs one.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class FuturesProgramsTest {
  private static final int PROGRAMS = 400;
  private static final int STEPS = 60;

  /** Steps that a reduced failing program may have. */
  private static final int SHORT = 4;

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldDoWhatTheModelSays(String provider) {
    RandomPrograms.requireAgreement(
        PROGRAMS, 2, seed -> FuturesProgram.random(seed, provider, STEPS));
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAnyFaultAndShortenTheProgram(FuturesFault fault) {
    FutureCalls calls = fault.calls();
    RandomPrograms.requireNotice(
        fault,
        SHORT,
        seed -> FuturesProgram.random(seed, "loopback", STEPS),
        program -> program.failure(calls));
  }
}
