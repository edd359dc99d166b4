package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.fabric.info.Threading;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Verdicts and reports of clauses with known results. */
class ConformanceRunTest {

  @Test
  void shouldTellPassChoiceSkipAndFailureApart() {
    assertEquals(Verdict.PASSED, judge(trial -> {}).verdict());
    assertEquals("to the left", judge(trial -> trial.chose("to the %s", "left")).reason());
    assertEquals(Verdict.SKIPPED, judge(trial -> trial.skipUnless(false, "no")).verdict());
    ClauseResult failed = judge(trial -> Check.returned(3, -11, "read"));
    assertEquals("read: expected 3, returned -FI_EAGAIN (-11)", failed.reason());
    assertTrue(failed.failed());
  }

  @Test
  void shouldFailAClauseThatHangsAndShowWhere() {
    ClauseResult result = judge(trial -> new CountDownLatch(1).await());
    assertEquals(Verdict.FAILED, result.verdict());
    assertTrue(result.reason().contains("CountDownLatch.await"), result.reason());
  }

  @Test
  void shouldFailAClauseWhoseLeftoversDoNotClose() {
    ClauseResult result =
        judge(
            trial ->
                trial.closing(
                    () -> {
                      throw new IllegalStateException("stuck");
                    }));
    assertEquals(Verdict.FAILED, result.verdict());
  }

  @Test
  void shouldTellWhyACheckFailedWhoseLeftoversHang() {
    ClauseResult result =
        judge(
            trial -> {
              trial.closing(() -> new CountDownLatch(1).await());
              Check.that(false, "what the check has seen");
            });
    assertEquals("what the check has seen", result.reason());
  }

  /** As where C does not return. */
  @Test
  void shouldTellThatLeftoversNeverClose() {
    AtomicBoolean over = new AtomicBoolean();
    ClauseResult result =
        judge(
            trial -> {
              trial.closing(() -> spinUntil(over));
              Check.that(false, "what the check has seen");
            });
    over.set(true);
    assertTrue(result.isHang(), result.reason());
    assertTrue(result.reason().contains("what the check has seen"), result.reason());
    assertTrue(result.reason().contains("spinUntil"), result.reason());
  }

  private static void spinUntil(AtomicBoolean over) {
    while (!over.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldCloseDependentsFirstWhateverTheOrder() {
    boolean[] open = {true, true};
    ClauseResult result =
        judge(
            trial -> {
              trial.closing(() -> open[0] = false);
              trial.closing(
                  () -> {
                    Check.that(!open[0], "busy");
                    open[1] = false;
                  });
            });
    assertEquals(Verdict.PASSED, result.verdict(), result.reason());
    assertFalse(open[0] || open[1]);
  }

  @Test
  void shouldReportTextAndJson() {
    ClauseResult failed = judge(trial -> Check.that(false, "a \"quoted\" word"));
    ConformanceReport report = new ConformanceReport("none", List.of(judge(trial -> {}), failed));
    assertFalse(report.conforms());
    assertEquals(1, report.count(Verdict.PASSED));
    assertTrue(report.toText().contains("look at: advice"), report.toText());
    assertTrue(failed.toJson().contains("\"verdict\":\"failed\""), failed.toJson());
    assertTrue(failed.toJson().contains("a \\\"quoted\\\" word"), failed.toJson());
  }

  private static ClauseResult judge(Clause.Body body) {
    Clause clause =
        Clause.clause("XX-001", Level.REQUIRED, "nowhere")
            .says("sentence")
            .lookAt("advice")
            .within(Duration.ofMillis(300))
            .check(body);
    return new ConformanceRun("none", result -> {}).judge(clause, Threading.SAFE);
  }
}
