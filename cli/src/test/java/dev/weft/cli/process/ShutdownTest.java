package dev.weft.cli.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ShutdownTest {
  /** Reports a failure when any hook runs, as that of another library may be the first to run. */
  static final class ReportingProgram {
    private static final CountDownLatch HOOK_RUNS = new CountDownLatch(1);
    private static volatile boolean awake;
    private static volatile boolean reported;

    private ReportingProgram() {}

    public static void main(String[] arguments) {
      Thread reporter = Thread.ofPlatform().daemon().start(ReportingProgram::report);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitReportOrPark(reporter)));
      System.exit(3);
    }

    private static void report() {
      try {
        HOOK_RUNS.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      awake = true;
      Shutdown.awaitIfUnderWay();
      System.out.println("a consequence of the shutdown");
      reported = true;
    }

    private static void awaitReportOrPark(Thread reporter) {
      HOOK_RUNS.countDown();
      while (!reported && !(awake && reporter.getState() == Thread.State.WAITING)) {
        Thread.yield();
      }
    }
  }

  @Test
  void shouldHoldUpReportsOnceAnyHookRuns() throws URISyntaxException {
    try (WeftProcess program =
        WeftProcess.start(ReportingProgram.class, List.of(), classPath(), List.of())) {
      assertNull(program.readLine());
      assertEquals(3, program.status());
    }
  }

  private static String classPath() throws URISyntaxException {
    Path folder = Path.of(ShutdownTest.class.getResource("ShutdownTest.class").toURI());
    for (String _ : ShutdownTest.class.getName().split("\\.", -1)) {
      folder = folder.getParent();
    }
    return WeftProcess.classPath() + File.pathSeparator + folder;
  }
}
