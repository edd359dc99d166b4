package dev.weft.rdmacm.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
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
  private static final int PROGRAMS = Integer.getInteger("weft.programs", 100);
  private static final Long SEED = Long.getLong("weft.seed");
  private static final int STEPS = 80;

  /** Steps that a reduced failing program may have. */
  private static final int SHORT = 10;

  /** Programs that are tried before a fault counts as undetected. */
  private static final int MAX = 200;

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
    long first = SEED == null ? System.nanoTime() : SEED;
    long count = SEED == null ? Math.ceilDiv(PROGRAMS, 2) : 1;
    for (long seed = first; seed < first + count; seed++) {
      ConnectionProgram program = ConnectionProgram.random(seed, provider, STEPS);
      Throwable failure = program.failure(ConnectionCalls.REAL);
      if (failure != null) {
        report(program, failure);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAnyFaultAndShortenTheProgram(ConnectionFault fault) {
    ConnectionCalls calls = fault.calls();
    ConnectionProgram failing =
        LongStream.range(0, MAX)
            .mapToObj(seed -> ConnectionProgram.random(seed, "loopback", STEPS))
            .filter(program -> program.failure(calls) instanceof AssertionError)
            .findFirst()
            .orElseThrow(() -> new AssertionError("not noticed: it " + fault));
    ConnectionProgram shortest = failing.shrink(calls);
    assertNotNull(shortest.failure(calls), shortest::toString);
    assertTrue(shortest.steps().size() <= SHORT, shortest::toString);
    assertNull(shortest.failure(ConnectionCalls.REAL), shortest::toString);
  }

  private static void report(ConnectionProgram program, Throwable failure) {
    ConnectionProgram shortest = program.shrink(ConnectionCalls.REAL);
    Throwable cause = shortest.failure(ConnectionCalls.REAL);
    ConnectionProgram shown = cause == null ? program : shortest;
    fail(
        "%s%nrepeat with -Dweft.seed=%d, made shorter: %s"
            .formatted(cause == null ? failure : cause, program.seed(), shown),
        cause == null ? failure : cause);
  }
}
