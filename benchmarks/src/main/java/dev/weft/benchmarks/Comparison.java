package dev.weft.benchmarks;

import java.util.List;

/**
 * One row of the table.
 *
 * @param section the name by which the command line chooses it
 * @param twoProcessors whether the figure depends on how far apart two processors are
 * @param contenders ours first, then the peers
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

  /** Whether a figure is counted and not timed, so that once is enough. */
  boolean isCounted() {
    return target.unit().equals("B");
  }
}
