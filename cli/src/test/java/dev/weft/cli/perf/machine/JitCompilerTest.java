package dev.weft.cli.perf.machine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class JitCompilerTest {
  private static final String RESTS =
      """
      Current compiles:

      C1 compile queue:
      Empty

      C2 compile queue:
      Empty
      """;

  @Test
  void shouldSeeWhatIsCompiledAndWhatWaits() {
    assertFalse(JitCompiler.hasWork(RESTS));
    assertTrue(
        JitCompiler.hasWork(
            RESTS.replace(
                "compiles:",
                "compiles:\nC2 CompilerThread0  1090   !   4   A::replace (42 bytes)")));
    assertTrue(
        JitCompiler.hasWork(
            RESTS.replaceFirst("Empty", "1726       3       A::isEmpty @ 12 (5 bytes)")));
  }

  /** The command has the form that is looked for. */
  @Test
  void shouldUnderstandThisJvm() throws Exception {
    String queue =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "compilerQueue",
                null,
                null)
            .toString();
    assertTrue(queue.contains("Current compiles") && queue.contains("compile queue:"), queue);
  }
}
