package dev.weft.cli.report;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Properties of the terminal, if there is one. */
public final class Terminal {
  /** Maximum line width; one column stays free. */
  public static final int WIDTH = 79;

  private static final int NARROWEST = 20;
  private static final int USUAL_ROWS = 24;

  /** The numbers that {@code stty size} prints. */
  private static final int ROWS = 0;

  private static final int COLUMNS = 1;

  private Terminal() {}

  /** Whether a line on standard output can be redrawn. */
  @SuppressWarnings("SystemConsoleNull") // null if module jdk.internal.le is not resolved
  public static boolean canRedraw() {
    Console console = System.console();
    return console != null && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
  }

  /** Columns of a line that the terminal does not wrap, at most {@link #WIDTH}. */
  public static int width() {
    return Math.clamp(size(COLUMNS, WIDTH + 1) - 1, NARROWEST, WIDTH);
  }

  /** Lines of the terminal. */
  public static int rows() {
    return size(ROWS, USUAL_ROWS);
  }

  /** One of the two numbers that {@code stty size} prints. */
  private static int size(int which, int otherwise) {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return Integer.parseInt(size.strip().split(" ", -1)[which]);
    } catch (IOException | RuntimeException noSize) {
      return otherwise;
    }
  }
}
