package dev.weft.benchmarks;

import dev.weft.benchmarks.report.Changes;
import dev.weft.benchmarks.report.GrowthTable;
import dev.weft.benchmarks.report.JsonRows;
import dev.weft.benchmarks.report.RatioTable;
import dev.weft.benchmarks.report.ResultPlot;
import dev.weft.benchmarks.report.Row;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine.ParameterException;

/** Runs the requested comparisons and prints one table; started by {@code run}. */
public final class Main {
  private final Options options;
  private final Trial trial;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<Row> growths = new ArrayList<>();
  private boolean failed;

  private Main(Options options) {
    this.options = options;
    String seconds = options.quick ? "0.3" : "1";
    this.trial = new Trial((one, two) -> Fork.run(one, two, seconds), options.quick ? 3 : 5);
  }

  /** Exits with 2 if an argument is wrong, with 1 if a measurement failed. */
  public static void main(String[] arguments) throws InterruptedException {
    System.exit(statusOf(arguments));
  }

  private static int statusOf(String... arguments) throws InterruptedException {
    try {
      Options options = Options.parse(names(), arguments);
      return options.compare.isEmpty() ? new Main(options).run() : compare(options);
    } catch (ParameterException | IOException e) {
      System.err.println("benchmarks/run: " + e.getMessage());
      return 2;
    }
  }

  private static Set<String> names() {
    Set<String> names = new TreeSet<>(Set.of(Growth.SECTION));
    Comparisons.all().forEach(comparison -> names.add(comparison.section()));
    return names;
  }

  private static int compare(Options options) throws IOException {
    List<Row> old = JsonRows.read(options.compare.getFirst());
    System.out.print(Changes.table(old, JsonRows.read(options.compare.getLast())));
    return 0;
  }

  private int run() throws IOException, InterruptedException {
    String host = Host.describe();
    Installed installed = new Installed();
    for (Comparison comparison : Comparisons.all()) {
      if (options.names.contains(comparison.section())) {
        Optional<Comparison> here = installed.only(comparison);
        if (here.isPresent()) {
          compare(here.get());
        }
      }
    }
    installed.missing().forEach(System.err::println);
    if (options.names.contains(Growth.SECTION)) {
      for (Growth growth : Growth.all()) {
        grow(growth);
      }
    }
    List<Row> ratios = outcomes.stream().map(Outcome::row).toList();
    List<Row> rows = Stream.concat(ratios.stream(), growths.stream()).toList();
    print(host, ratios);
    if (options.json) {
      rows.stream().map(JsonRows::line).forEach(System.out::println);
    }
    if (options.plot != null) {
      ResultPlot.write(rows, host, options.plot);
    }
    return failed ? 1 : 0;
  }

  private void compare(Comparison comparison) throws InterruptedException {
    try {
      Outcome outcome = trial.of(comparison);
      System.err.println(outcome);
      outcomes.add(outcome);
    } catch (IOException e) {
      fail(comparison.what(), e);
    }
  }

  private void grow(Growth growth) throws InterruptedException {
    try {
      List<Row> rows = growth.rows(trial);
      GrowthTable.of(rows).lines().skip(2).forEach(System.err::println);
      growths.addAll(rows);
    } catch (IOException e) {
      fail(growth.name(), e);
    }
  }

  private void fail(String what, IOException why) {
    failed = true;
    System.err.println(what + " FAILED: " + why.getMessage());
  }

  /** With JSON on standard output, the table comes on standard error. */
  private void print(String host, List<Row> ratios) {
    PrintStream out = options.json ? System.err : System.out;
    out.println(host);
    if (!ratios.isEmpty()) {
      out.println(bounces());
      out.println(steps());
      out.print("\n" + RatioTable.of(ratios));
    }
    if (!growths.isEmpty()) {
      out.print("\n" + GrowthTable.of(growths));
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

  private String steps() {
    var steps = outcomes.stream().flatMapToDouble(Outcome::allSteps).summaryStatistics();
    return String.format(
        Locale.ROOT,
        "a step of arithmetic: %.2f to %.2f ns; more while another thread shares a core",
        steps.getMin(),
        steps.getMax());
  }
}
