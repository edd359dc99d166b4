package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.fabric.info.Threading;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** A verdict as a line of text, which another process prints among other lines. */
final class CheckLine {
  private static final String MARK = "@verdict ";
  private static final int WORDS = 4;

  private CheckLine() {}

  /** The line of a verdict. */
  static String of(ClauseResult result) {
    byte[] reason = result.reason().getBytes(StandardCharsets.UTF_8);
    return "%s%s %d %d %s"
        .formatted(
            MARK,
            result.verdict(),
            result.processes(),
            result.took().toNanos(),
            Base64.getEncoder().encodeToString(reason));
  }

  /** Whether a line is that of a verdict. */
  static boolean isVerdict(String line) {
    return line.startsWith(MARK);
  }

  /** The verdict of a line, on this clause. */
  static ClauseResult parse(String line, Clause clause, Threading threading) {
    String[] words = line.substring(MARK.length()).split(" ", WORDS);
    return new ClauseResult(
        clause,
        threading,
        Integer.parseInt(words[1]),
        Verdict.valueOf(words[0]),
        new String(Base64.getDecoder().decode(words[3]), StandardCharsets.UTF_8),
        Duration.ofNanos(Long.parseLong(words[2])));
  }
}
