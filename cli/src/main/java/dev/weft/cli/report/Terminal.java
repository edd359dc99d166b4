package dev.weft.cli.report;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Properties of the terminal, if there is one. */
final class Terminal {
  /** Maximum line width; one column stays free. */
  static final int WIDTH = 79;

  private static final int NARROWEST = 20;

  private Terminal() {}

  /** Whether a line on standard output can be redrawn. */
  @SuppressWarnings("SystemConsoleNull") // null if module jdk.internal.le is not resolved
  static boolean canRedraw() {
    Console console = System.console();
    return console != null && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
  }

  /** Columns of a line that is not wrapped. */
  static int width() {
    return Math.clamp(columns() - 1, NARROWEST, WIDTH);
  }

  private static int columns() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return Integer.parseInt(size.strip().split(" ", -1)[1]);
    } catch (IOException | RuntimeException noSize) {
      return WIDTH + 1;
    }
  }
}
