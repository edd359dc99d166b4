package dev.weft.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures the contenders of a comparison in turns, so that changes of the machine over time affect
 * all of them. A comparison whose runs were made under unequal conditions is measured again.
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
    int times = comparison.isCounted() ? 1 : rounds;
    List<List<Sample>> samples = runs(comparison.contenders(), comparison.twoProcessors(), times);
    Outcome outcome = Outcome.of(comparison, samples);
    for (int tries = 1; tries < TRIES && !outcome.even(); tries++) {
      samples = joined(samples, runs(comparison.contenders(), comparison.twoProcessors(), times));
      outcome = Outcome.of(comparison, samples);
    }
    return outcome;
  }

  /** The runs of contenders that need one processor, in turns. */
  List<List<Sample>> runs(List<Contender> contenders) throws IOException, InterruptedException {
    return runs(contenders, false, rounds);
  }

  private List<List<Sample>> runs(List<Contender> contenders, boolean twoProcessors, int times)
      throws IOException, InterruptedException {
    List<List<Sample>> samples = new ArrayList<>();
    contenders.forEach(_ -> samples.add(new ArrayList<>()));
    for (int round = 0; round < times; round++) {
      for (int i = 0; i < contenders.size(); i++) {
        samples.get(i).add(meter.run(contenders.get(i), twoProcessors));
      }
    }
    return samples;
  }

  private static List<List<Sample>> joined(List<List<Sample>> some, List<List<Sample>> more) {
    List<List<Sample>> all = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      all.add(Stream.concat(some.get(i).stream(), more.get(i).stream()).toList());
    }
    return all;
  }
}
