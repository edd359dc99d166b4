package dev.weft.cli.soak;

/** Formats the line of output about a phase. */
final class PhaseLine {
  private PhaseLine() {}

  /**
   * The amount of work, its time and its outcome.
   *
   * @param said follows {@code ok}; may be empty
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
