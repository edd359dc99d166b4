package dev.weft.benchmarks;

import java.util.List;

/**
 * One row of the table.
 *
 * @param section the section's name on the command line
 * @param twoProcessors whether the figure depends on the distance between two processors
 * @param contenders Weft first, then the peers
 * @param absent names of the peers that cannot run here
 */
record Comparison(
    String section,
    String what,
    Target target,
    boolean twoProcessors,
    List<Contender> contenders,
    List<String> absent) {

  /** A comparison with all peers. */
  Comparison(
      String section,
      String what,
      Target target,
      boolean twoProcessors,
      List<Contender> contenders) {
    this(section, what, target, twoProcessors, contenders, List.of());
  }

  /** Whether the figure is a count and not a time, so that one run is enough. */
  boolean isCounted() {
    return target.unit().equals("B");
  }
}
