package dev.weft.cli.soak;

/** The line of output about a phase. */
final class PhaseLine {
  private PhaseLine() {}

  /**
   * How much was done in which time, and how it ended.
   *
   * @param said behind {@code ok}; may be empty
   * @param failure why it failed, or null
   */
  static String of(String name, long count, double seconds, String said, String failure) {
    return "%-28s %,13d in %7.1f s %,11.0f/s  %s"
        .formatted(
            name,
            count,
            seconds,
            count / seconds,
            failure == null ? "ok" + said : "FAILED: " + failure);
  }
}
