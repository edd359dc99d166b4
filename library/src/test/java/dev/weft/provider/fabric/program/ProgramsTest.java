package dev.weft.provider.fabric.program;

import dev.weft.program.RandomPrograms;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares random programs of operations with simple models of the specification; reduces a failing
 * one. {@code -Dweft.programs=N} runs more, {@code -Dweft.seed=S} runs one.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ProgramsTest {
  private static final int PROGRAMS = 300;
  private static final int STEPS = 60;

  /** Steps that a reduced failing program may have. */
  private static final int SHORT = 4;

  @ParameterizedTest
  @EnumSource
  void shouldDoWhatTheModelsSay(Setup.Carrier wire) {
    RandomPrograms.requireAgreement(
        PROGRAMS, Setup.Carrier.values().length, seed -> Program.random(seed, wire, STEPS));
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAnyFaultAndShortenTheProgram(EndpointFault fault) {
    RandomPrograms.requireNotice(
        fault,
        SHORT,
        seed -> Program.random(seed, Setup.Carrier.LOOPBACK, STEPS),
        program -> program.failure(fault::wrap));
  }
}
