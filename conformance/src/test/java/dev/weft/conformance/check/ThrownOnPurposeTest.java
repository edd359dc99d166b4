package dev.weft.conformance.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Exceptions that a check throws on purpose are filtered from the log, all others are not. */
class ThrownOnPurposeTest {

  @Test
  @SuppressWarnings("try") // only keeps the filter open
  void shouldKeepOnlyExpectedExceptionsOutOfTheLog() throws Exception {
    List<String> published = new ArrayList<>();
    Logger root = Logger.getLogger("");
    Handler[] consoles = root.getHandlers();
    Handler console = recording(published);
    root.addHandler(console);
    Arrays.stream(consoles).forEach(root::removeHandler);
    try (AutoCloseable quiet = ThrownOnPurpose.outOfTheLog()) {
      log("expected", new ThrownOnPurpose("a test"));
      log("unexpected", new IllegalStateException("shown by a test on purpose"));
    } finally {
      log("afterwards", new ThrownOnPurpose("a test"));
      Arrays.stream(consoles).forEach(root::addHandler);
      root.removeHandler(console);
    }
    assertEquals(List.of("unexpected", "afterwards"), published);
  }

  private static void log(String message, Throwable thrown) {
    System.getLogger("dev.weft.test").log(System.Logger.Level.WARNING, message, thrown);
  }

  private static Handler recording(List<String> published) {
    return new Handler() {
      @Override
      public void publish(LogRecord logged) {
        if (isLoggable(logged)) {
          published.add(logged.getMessage());
        }
      }

      @Override
      public void flush() {
        // nothing is filtered
      }

      @Override
      public void close() {
        // no filter is open
      }
    };
  }
}
