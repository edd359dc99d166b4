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
  public static boolean canRedraw() {
    return isTerminal() && !"dumb".equals(System.getenv("TERM"));
  }

  /** Whether output goes to a terminal. */
  @SuppressWarnings("SystemConsoleNull") // null if module jdk.internal.le is not resolved
  public static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /**
   * Columns of a line that the terminal does not wrap, at most {@link #WIDTH}; by the environment
   * variable COLUMNS, if it is set.
   */
  public static int width() {
    String columns = System.getenv("COLUMNS");
    boolean isSet = columns != null && columns.matches("[0-9]{1,4}");
    int all = isSet ? Integer.parseInt(columns) : size(COLUMNS, WIDTH + 1);
    return Math.clamp(all - 1, NARROWEST, WIDTH);
  }

  /**
   * Columns of a line of output: those of the terminal when this process first asked, if output
   * goes there, else {@link #WIDTH}.
   */
  public static int lineWidth() {
    return Output.COLUMNS;
  }

  /** Asks when it is needed. */
  private static final class Output {
    static final int COLUMNS = isTerminal() ? width() : WIDTH;
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
