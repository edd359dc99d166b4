package dev.weft.conformance.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.conformance.LessPatience;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** {@link HangDetector} distinguishes a hang from a busy machine. */
class HangDetectorTest {
  private static final Duration SHORT = Duration.ofMillis(50);

  @Test
  void shouldDetectAHangOnceTheWaitingThreadHasHadItsCpuTime() {
    long before = cpuNanos();
    HangDetector detector = new HangDetector(SHORT);
    while (detector.lap()) {
      // nothing arrives
    }
    long spent = cpuNanos() - before;
    assertTrue(spent >= SHORT.toNanos() / 2, "spent " + spent);
  }

  @Test
  void shouldGiveAThreadThatWasNotRunningItsCpuTimeStill() throws InterruptedException {
    HangDetector detector = new HangDetector(Duration.ofSeconds(1));
    Thread.sleep(1_500);
    assertTrue(detector.lap(), "time that passed elsewhere was taken for a hang");
  }

  @Test
  void shouldBeginAnewAfterProgress() {
    HangDetector detector = new HangDetector(SHORT);
    while (detector.lap()) {
      // nothing arrives
    }
    detector.progressed();
    assertTrue(detector.lap());
  }

  @Test
  void shouldMultiplyTheAllowance() {
    try (LessPatience _ = new LessPatience()) {
      assertEquals(SHORT.dividedBy(20), new HangDetector(SHORT).allowance());
    }
    assertEquals(SHORT, new HangDetector(SHORT).allowance());
  }

  @Test
  void shouldEndTheWaitsOfACheckThatIsOver() {
    Thread.currentThread().interrupt();
    assertFalse(new HangDetector().lap());
    assertTrue(Thread.interrupted());
  }

  @Test
  void shouldSayWhatHangs() {
    HangDetector detector = new HangDetector(SHORT);
    ClauseFailure failure =
        assertThrows(
            ClauseFailure.class,
            () -> {
              while (true) {
                detector.lapOr("%d of %d come", 1, 2);
              }
            });
    assertEquals("1 of 2 come", failure.getMessage());
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
