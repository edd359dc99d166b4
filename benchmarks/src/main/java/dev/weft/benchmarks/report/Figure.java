package dev.weft.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;

/**
 * The figure of a contender.
 *
 * @param bounce the cache-line bounce in nanoseconds under which it was measured; null if only one
 *     processor took part
 * @param step the step of arithmetic in nanoseconds; null where the figure is no time
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Figure(String name, double figure, Double bounce, Double step) {

  /** A figure in tenths, or whole from a thousand up, with its unit. */
  public static String text(double figure, String unit) {
    return digits(figure) + " " + unit;
  }

  static String digits(double figure) {
    boolean whole = figure >= 1_000 || tenths(figure) == 0;
    return String.format(Locale.ROOT, whole ? "%,.0f" : "%.1f", figure);
  }

  static double tenths(double figure) {
    return Math.round(10 * figure) / 10.0;
  }
}
