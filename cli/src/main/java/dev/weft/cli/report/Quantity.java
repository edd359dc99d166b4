package dev.weft.cli.report;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats and parses numbers with units: three significant digits, plain ASCII. */
public final class Quantity {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s*([kmgtpe]?)(i?b)?");
  private static final String PREFIXES = "kmgtpe";
  private static final Pattern TIME =
      Pattern.compile("(\\d{0,9}(?:\\.\\d{0,9})?)\\s*(ns|us|ms|s|)");
  private static final Map<String, Double> NANOS =
      Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "", 1e9);
  private static final String[] TIME_UNITS = {"ns", "us", "ms", "s"};
  private static final String[] THOUSANDS = {"", "k", "M", "G", "T"};

  private Quantity() {}

  /** A number of bytes: {@code 8 B}, {@code 64 KiB}, {@code 1 MiB}; never rounded. */
  public static String bytes(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    int unit = 0;
    long value = bytes;
    while (unit < units.length - 1 && value >= 1024 && value % 1024 == 0) {
      value /= 1024;
      unit++;
    }
    return value + " " + units[unit];
  }

  /**
   * Reads {@code 8}, {@code 64B}, {@code 4K}, {@code 64 KiB}, {@code 1M}, {@code 1 TiB}; K, M, G,
   * T, P and E are powers of 1024.
   *
   * @return bytes
   * @throws IllegalArgumentException with what is allowed
   */
  public static long parseBytes(String text) {
    Matcher matcher = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "size=" + text + " is not a number of bytes such as 8, 64, 4K, 64KiB or 1M");
    }
    int shift = matcher.group(2).isEmpty() ? 0 : 10 * (1 + PREFIXES.indexOf(matcher.group(2)));
    long number = Long.parseLong(matcher.group(1));
    if (number > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException("size=" + text + ", allowed are less than 8 EiB");
    }
    return number << shift;
  }

  /**
   * Reads {@code 1}, {@code 0.5}, {@code 2s}, {@code 500ms}, {@code 20 us}; seconds without a unit.
   *
   * @return nanoseconds, rounded
   * @throws IllegalArgumentException with what is allowed
   */
  public static long parseNanos(String text) {
    Matcher matcher = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches() || matcher.group(1).chars().noneMatch(Character::isDigit)) {
      throw new IllegalArgumentException(
          "duration=" + text + " is not a time such as 1, 0.5, 2s or 500ms");
    }
    return Math.round(Double.parseDouble(matcher.group(1)) * NANOS.get(matcher.group(2)));
  }

  /** A duration: {@code 52 ns}, {@code 1.23 us}, {@code 45.6 ms}. */
  public static String nanos(double nanos) {
    return scaled(nanos, TIME_UNITS, " ");
  }

  /** A duration without trailing zeros: {@code 100 ns}, {@code 1 us}, {@code 2.5 ms}. */
  public static String nanosBriefly(double nanos) {
    return nanos(nanos).replaceFirst("\\.0+ ", " ");
  }

  /** A rate per second: {@code 19.4 M/s}, {@code 850 k/s}. */
  public static String rate(double perSecond) {
    return scaled(perSecond, THOUSANDS, " ") + "/s";
  }

  /** A large number: {@code 41.2 M}. */
  public static String count(long count) {
    return scaled((double) count, THOUSANDS, " ").strip();
  }

  /** A number with groups of three digits: {@code 41,230,112}. */
  public static String exact(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Three significant digits without a unit. */
  public static String digits(double value) {
    double size = Math.abs(value);
    String format = size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  private static String scaled(double value, String[] units, String space) {
    int unit = 0;
    double scaled = value;
    while (unit < units.length - 1 && scaled >= 999.5) {
      scaled /= 1000;
      unit++;
    }
    String number = unit == 0 ? String.format(Locale.ROOT, "%.0f", scaled) : digits(scaled);
    return number + space + units[unit];
  }
}
