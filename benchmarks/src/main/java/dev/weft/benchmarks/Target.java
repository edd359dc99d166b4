package dev.weft.benchmarks;

import dev.weft.benchmarks.report.Bound;

/**
 * The target of a comparison: a bound on Weft's figure if there is no peer, else on the ratio to
 * the best peer.
 */
record Target(String unit, Bound bound) {
  static Target atMost(double bound, String unit) {
    return new Target(unit, new Bound(false, "<=", bound));
  }

  static Target atLeast(double bound, String unit) {
    return new Target(unit, new Bound(false, ">=", bound));
  }

  static Target atLeastTimesThePeers(double bound, String unit) {
    return new Target(unit, new Bound(true, ">=", bound));
  }

  static Target moreThanPeers(String unit) {
    return new Target(unit, new Bound(true, ">", 1));
  }

  static Target lessThanPeers(String unit) {
    return new Target(unit, new Bound(true, "<", 1));
  }

  static Target timesThePeers(double bound, String unit) {
    return new Target(unit, new Bound(true, "<=", bound));
  }
}
