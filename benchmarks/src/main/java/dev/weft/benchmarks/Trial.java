package dev.weft.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the contenders of a comparison in turns, so that changes of the machine over time affect
 * all of them. A comparison whose runs are at unequal distances of the processors is measured
 * again.
 *
 * @param rounds runs of each contender
 */
record Trial(Meter meter, int rounds) {
  private static final int TRIES = 3;

  /** Runs a contender once. */
  interface Meter {
    Sample run(Contender contender, boolean twoProcessors) throws IOException, InterruptedException;
  }

  /** The outcome of all runs; unequal only after {@value #TRIES} tries. */
  Outcome of(Comparison comparison) throws IOException, InterruptedException {
    List<List<Sample>> samples = new ArrayList<>();
    comparison.contenders().forEach(_ -> samples.add(new ArrayList<>()));
    addRounds(comparison, samples);
    Outcome outcome = Outcome.of(comparison, samples);
    for (int tries = 1; tries < TRIES && !outcome.even(); tries++) {
      addRounds(comparison, samples);
      outcome = Outcome.of(comparison, samples);
    }
    return outcome;
  }

  private void addRounds(Comparison comparison, List<List<Sample>> samples)
      throws IOException, InterruptedException {
    int times = comparison.isCounted() ? 1 : rounds;
    for (int round = 0; round < times; round++) {
      for (int i = 0; i < samples.size(); i++) {
        Contender contender = comparison.contenders().get(i);
        samples.get(i).add(meter.run(contender, comparison.twoProcessors()));
      }
    }
  }
}
