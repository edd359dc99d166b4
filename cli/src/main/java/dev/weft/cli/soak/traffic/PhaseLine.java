package dev.weft.cli.soak.traffic;

/** Formats the line of output about a phase. */
public final class PhaseLine {
  private static final String DETAIL = "  %-12s ";

  private PhaseLine() {}

  /** How far the next lines of a line that is too long are indented. */
  public static String indentOf(String line) {
    int width = line.startsWith("  ") ? DETAIL.formatted("").length() : 2;
    return " ".repeat(width);
  }

  /** A line below that of a phase. */
  public static String detail(String title, String text) {
    return DETAIL.formatted(title) + text;
  }

  /**
   * The amount of work, its time and its outcome.
   *
   * @param failure why it failed, or null
   */
  public static String of(String name, long count, double seconds, String failure) {
    return "%-28s %,13d in %7.1f s %,11.0f/s  %s"
        .formatted(
            name, count, seconds, count / seconds, failure == null ? "ok" : "FAILED: " + failure);
  }
}
