package dev.weft.conformance;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the last lines of a process say about its end. */
final class CrashText {
  private static final String FRAME = "# Problematic frame:";
  private static final String SIGNAL = "#  SIG";

  private CrashText() {}

  /** One line: the signal and the place, or the status and the last line. */
  static String of(int status, List<String> lines) {
    int frame = lines.indexOf(FRAME);
    Stream<String> signal = lines.stream().filter(line -> line.startsWith(SIGNAL)).limit(1);
    Stream<String> place = frame < 0 ? Stream.of() : lines.stream().skip(frame + 1L).limit(1);
    String report =
        Stream.concat(signal, place).map(CrashText::plain).collect(Collectors.joining(" in "));
    return report.isEmpty() ? "exit status " + status + last(lines) : report;
  }

  /** Without the mark of the report, and without what differs from run to run. */
  private static String plain(String line) {
    return line.replaceFirst("^#\\s*", "").replaceAll(" at pc=.*", "").replaceAll("\\s+", " ");
  }

  private static String last(List<String> lines) {
    return lines.reversed().stream()
        .filter(Predicate.not(String::isBlank))
        .findFirst()
        .map(line -> ": " + line)
        .orElse("");
  }
}
