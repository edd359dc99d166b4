package dev.weft.benchmarks;

import java.util.Locale;

/**
 * The target of a comparison: a bound on Weft's figure if there is no peer, else on the ratio to
 * the best peer.
 */
record Target(String unit, boolean ofRatio, boolean moreIsBetter, String sign, double bound) {
  static Target atMost(double bound, String unit) {
    return new Target(unit, false, false, "<=", bound);
  }

  static Target atLeast(double bound, String unit) {
    return new Target(unit, false, true, ">=", bound);
  }

  static Target atLeastTimesThePeers(double bound, String unit) {
    return new Target(unit, true, true, ">=", bound);
  }

  static Target moreThanPeers(String unit) {
    return new Target(unit, true, true, ">", 1);
  }

  static Target lessThanPeers(String unit) {
    return new Target(unit, true, false, "<", 1);
  }

  static Target timesThePeers(double bound, String unit) {
    return new Target(unit, true, false, "<=", bound);
  }

  /** Whether it is met. A figure is judged as it is printed, in tenths. */
  boolean metBy(double ours, double ratio) {
    double reached = ofRatio ? ratio : tenths(ours);
    return switch (sign) {
      case ">" -> reached > bound;
      case ">=" -> reached >= bound;
      case "<" -> reached < bound;
      default -> reached <= bound;
    };
  }

  static double tenths(double figure) {
    return Math.round(10 * figure) / 10.0;
  }

  @Override
  public String toString() {
    return ofRatio
        ? String.format(Locale.ROOT, "%s %.2f", sign, bound)
        : String.format(Locale.ROOT, "%s %.0f %s", sign, bound, unit);
  }
}
