package dev.weft.benchmarks;

import dev.weft.benchmarks.report.RatioTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Runs the requested comparisons and prints one table; started by {@code run}. */
public final class Main {
  private static final String QUICK = "--quick";

  private final Trial trial;
  private final List<Outcome> outcomes = new ArrayList<>();
  private boolean failed;

  private Main(boolean quick) {
    String seconds = quick ? "0.3" : "1";
    this.trial = new Trial((one, two) -> Fork.run(one, two, seconds), quick ? 3 : 5);
  }

  /** Exits with 2 if an argument is unknown, with 1 if a measurement failed. */
  public static void main(String[] arguments) throws InterruptedException {
    Set<String> names = new TreeSet<>(List.of(arguments));
    boolean quick = names.remove(QUICK);
    Set<String> known =
        Comparisons.all().stream()
            .map(Comparison::section)
            .collect(Collectors.toCollection(TreeSet::new));
    if (!known.containsAll(names)) {
      names.removeAll(known);
      System.err.println("unknown " + names + ", allowed " + QUICK + " and " + known);
      System.exit(2);
    }
    System.exit(new Main(quick).run(names.isEmpty() ? known : names) ? 0 : 1);
  }

  private boolean run(Set<String> sections) throws InterruptedException {
    String host = Host.describe();
    Installed installed = new Installed();
    for (Comparison comparison : Comparisons.all()) {
      if (sections.contains(comparison.section())) {
        compare(installed.only(comparison));
      }
    }
    installed.missing().forEach(System.err::println);
    System.out.println(host);
    System.out.println(bounces());
    System.out.println();
    System.out.print(RatioTable.of(outcomes.stream().map(Outcome::row).toList()));
    return !failed;
  }

  private void compare(Comparison comparison) throws InterruptedException {
    try {
      Outcome outcome = trial.of(comparison);
      System.err.println(outcome);
      outcomes.add(outcome);
    } catch (IOException e) {
      failed = true;
      System.err.println(comparison.what() + " FAILED: " + e.getMessage());
    }
  }

  private String bounces() {
    var bounces = outcomes.stream().flatMapToDouble(Outcome::allBounces).summaryStatistics();
    return bounces.getCount() == 0
        ? "cache-line bounce not measured: no comparison here uses two processors"
        : String.format(
            Locale.ROOT,
            "cache-line bounce between processors 0 and 1: %.0f to %.0f ns, half a round trip",
            bounces.getMin(),
            bounces.getMax());
  }
}
