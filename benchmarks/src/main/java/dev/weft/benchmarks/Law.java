package dev.weft.benchmarks;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Says in words how a cost grows with the number of members. */
final class Law {
  /** Costs whose greatest is at most so many times the least are constant. */
  private static final double CONSTANT = 1.5;

  /** How far a cost may be from the line, as a part of the cost. */
  private static final double OFF_THE_LINE = 1.0 / 3;

  private final List<Integer> sizes;
  private final List<Double> nanos;
  private double base;
  private double perMember;

  private Law(List<Integer> sizes, List<Double> nanos) {
    this.sizes = sizes;
    this.nanos = nanos;
    fit();
  }

  /** The law of costs in nanoseconds, of at least two sizes in ascending order. */
  static String of(List<Integer> sizes, List<Double> nanos) {
    return new Law(sizes, nanos).inWords();
  }

  private String inWords() {
    if (Collections.max(nanos) <= CONSTANT * Collections.min(nanos)) {
      return "constant";
    }
    if (isOnTheLine()) {
      return "grows with n: " + each(perMember);
    }
    return nanos.getLast() > CONSTANT * nanos.getFirst() ? bend() : "unclear";
  }

  private static String each(double nanos) {
    return String.format(
        Locale.ROOT, nanos < 10 ? "%.2f ns per member" : "%.0f ns per member", nanos);
  }

  /** A line by least squares of the relative errors, so that each size has the same weight. */
  private void fit() {
    double ones = 0;
    double mixed = 0;
    double squares = 0;
    double oneSum = 0;
    double sizeSum = 0;
    for (int i = 0; i < sizes.size(); i++) {
      double one = 1 / nanos.get(i);
      double size = sizes.get(i) / nanos.get(i);
      ones += one * one;
      mixed += one * size;
      squares += size * size;
      oneSum += one;
      sizeSum += size;
    }
    perMember = (ones * sizeSum - mixed * oneSum) / (ones * squares - mixed * mixed);
    base = (oneSum - mixed * perMember) / ones;
  }

  private boolean isOnTheLine() {
    boolean on = perMember > 0;
    for (int i = 0; i < sizes.size(); i++) {
      double off = base + perMember * sizes.get(i) - nanos.get(i);
      on &= Math.abs(off) <= OFF_THE_LINE * nanos.get(i);
    }
    return on;
  }

  /** Compares what a member costs between the last two sizes with what it costs before. */
  private String bend() {
    int last = sizes.size() - 1;
    double atTheEnd = slope(last - 1, last);
    String pace = atTheEnd < slope(0, last - 1) ? "slower" : "faster";
    return "grows " + pace + " than n: " + each(atTheEnd) + " at the end";
  }

  private double slope(int from, int to) {
    return (nanos.get(to) - nanos.get(from)) / (sizes.get(to) - sizes.get(from));
  }
}
