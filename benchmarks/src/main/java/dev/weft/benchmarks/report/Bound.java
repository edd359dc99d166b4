package dev.weft.benchmarks.report;

import java.util.Locale;

/**
 * A bound on a figure, or on the ratio to the best peer.
 *
 * @param ofRatio whether it is on the ratio
 * @param sign {@code <}, {@code <=}, {@code >} or {@code >=}
 */
public record Bound(boolean ofRatio, String sign, double value) {

  /** Whether it is met. A figure is judged as it is printed, in tenths. */
  public boolean metBy(double figure, double ratio) {
    double reached = ofRatio ? ratio : Figure.tenths(figure);
    return switch (sign) {
      case ">" -> reached > value;
      case ">=" -> reached >= value;
      case "<" -> reached < value;
      default -> reached <= value;
    };
  }

  /** Whether it bounds from below. */
  public boolean moreIsBetter() {
    return sign.startsWith(">");
  }

  /** The sign and the number, with the unit of a figure. */
  String text(String unit) {
    return ofRatio
        ? String.format(Locale.ROOT, "%s %.2f", sign, value)
        : String.format(Locale.ROOT, "%s %.0f %s", sign, value, unit);
  }
}
