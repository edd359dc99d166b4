package dev.weft.benchmarks;

import java.util.List;

/**
 * One row of the table.
 *
 * @param section the name by which the command line chooses it
 * @param twoProcessors whether the figure depends on how far apart two processors are
 * @param contenders ours first, then the peers
 */
record Comparison(
    String section, String what, Target target, boolean twoProcessors, List<Contender> contenders) {

  /** Whether a figure is counted and not timed, so that once is enough. */
  boolean isCounted() {
    return target.unit().equals("B");
  }
}
