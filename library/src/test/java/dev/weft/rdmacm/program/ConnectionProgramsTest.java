package dev.weft.rdmacm.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.program.RandomPrograms;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares random programs of ids, listeners and event channels with a model of {@code rdma_cm(7)};
 * reduces a failing one. {@code -Dweft.programs=N} runs more, {@code -Dweft.seed=S} runs one.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ConnectionProgramsTest {
  private static final int PROGRAMS = 100;
  private static final int STEPS = 80;

  /** Steps that a reduced failing program may have. */
  private static final int SHORT = 10;

  private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
  private Thread.UncaughtExceptionHandler usual;

  @BeforeEach
  void collectWhatEndsThreads() {
    usual = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, e) -> uncaught.add(e));
  }

  @AfterEach
  void requireThatNoThreadFailed() {
    Thread.setDefaultUncaughtExceptionHandler(usual);
    assertEquals("[]", uncaught.toString(), "exceptions that have ended threads");
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldDoWhatTheModelSays(String provider) {
    RandomPrograms.requireAgreement(
        PROGRAMS, 2, seed -> ConnectionProgram.random(seed, provider, STEPS));
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAnyFaultAndShortenTheProgram(ConnectionFault fault) {
    ConnectionCalls calls = fault.calls();
    RandomPrograms.requireNotice(
        fault,
        SHORT,
        seed -> ConnectionProgram.random(seed, "loopback", STEPS),
        program -> program.failure(calls));
  }
}
