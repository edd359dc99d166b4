package dev.weft.provider.verbs.threads;

import dev.weft.program.RandomPrograms;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random programs of several threads that use the same queue pairs and completion queues, and what
 * must hold of each. {@code -Dweft.programs=N} runs more, {@code -Dweft.seed=S} runs one.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ThreadProgramsTest {
  private static final int PROGRAMS = 80;

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldKeepEveryPromise(String device) {
    RandomPrograms.requireAgreement(PROGRAMS, 2, seed -> Program.random(seed, device));
  }
}
