package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.fabric.info.Threading;
import java.time.Duration;

/**
 * The verdict on one clause in one threading model.
 *
 * @param processes how many processes the peers of the check were in, 1 or 2
 * @param reason what was chosen, why it was skipped or how it failed; empty for a plain pass
 * @param took how long the check ran
 */
public record ClauseResult(
    Clause clause,
    Threading threading,
    int processes,
    Verdict verdict,
    String reason,
    Duration took) {
  /** The beginning of the reason of a check that did not end. */
  static final String HANGS = "hangs: ";

  /** The beginning of the reason of a check that ended its process. */
  static final String CRASHES = "crashes: ";

  /** Whether this is a failure. */
  public boolean failed() {
    return verdict == Verdict.FAILED;
  }

  /** Whether the check did not end. */
  public boolean isHang() {
    return failed() && reason.startsWith(HANGS);
  }

  /** Whether the check ended its process. */
  public boolean isCrash() {
    return failed() && reason.startsWith(CRASHES);
  }

  /** One JSON object on one line. */
  public String toJson() {
    return ("{\"clause\":%s,\"level\":%s,\"threading\":%s,\"processes\":%d,"
            + "\"verdict\":%s,\"millis\":%d,\"reason\":%s}")
        .formatted(
            quote(clause.id()),
            quote(String.valueOf(clause.level().letter())),
            quote(threading.name().toLowerCase(java.util.Locale.ROOT)),
            processes,
            quote(verdict.word()),
            took.toMillis(),
            quote(reason));
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars().forEach(character -> appendEscaped(quoted, (char) character));
    return quoted.append('"').toString();
  }

  private static void appendEscaped(StringBuilder quoted, char character) {
    if (character == '"' || character == '\\') {
      quoted.append('\\').append(character);
    } else if (character < ' ') {
      quoted.append("\\u%04x".formatted((int) character));
    } else {
      quoted.append(character);
    }
  }
}
