package dev.weft.cli;

import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.report.Quantity;
import dev.weft.fabric.info.Threading;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The values of options of {@code weft perf}; a bad one is an {@link IllegalArgumentException}. */
final class PerfOptions {
  private static final int MAX_BYTES = 64 << 20;
  private static final Duration MAX_DURATION = Duration.ofHours(1);

  private PerfOptions() {}

  /** The size of a message of at least {@code least} bytes. */
  static int size(String text, int least) {
    long size = Quantity.parseBytes(text);
    if (size < least || size > MAX_BYTES) {
      throw new IllegalArgumentException(
          "size=%s, allowed are %d B to %s".formatted(text, least, Quantity.bytes(MAX_BYTES)));
    }
    return (int) size;
  }

  /** The duration of a measurement. */
  static Duration duration(String text) {
    Duration parsed = Duration.ofNanos(Quantity.parseNanos(text));
    if (!parsed.isPositive() || parsed.compareTo(MAX_DURATION) > 0) {
      throw new IllegalArgumentException(
          "duration=" + text + ", allowed are more than 0 to 3600 seconds");
    }
    return parsed;
  }

  /** The threading of the domains. */
  static Threading threading(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "safe" -> Threading.SAFE;
      case "domain" -> Threading.DOMAIN;
      default ->
          throw new IllegalArgumentException("threading=" + text + ", allowed are safe, domain");
    };
  }

  /** Those of these fabrics that a system has: shared memory is for Linux. */
  static List<String> on(String system, List<String> fabrics) {
    return system.equals("Linux")
        ? fabrics
        : fabrics.stream().filter(PerfPlan::isWithinProcess).toList();
  }
}
