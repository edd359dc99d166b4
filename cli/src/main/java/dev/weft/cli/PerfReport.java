package dev.weft.cli;

import dev.weft.cli.perf.PerfRun;
import dev.weft.cli.perf.machine.CacheLineBounce;
import dev.weft.cli.perf.plan.BufferMemory;
import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.report.BackgroundLoad;
import dev.weft.cli.report.LineWrap;
import dev.weft.cli.report.Machine;
import dev.weft.cli.report.PerfJson;
import dev.weft.cli.report.PerfTable;
import dev.weft.cli.report.Progress;
import dev.weft.cli.report.Quantity;
import dev.weft.cli.report.SharedCores;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints result rows as they are finished, after a heading printed before the first one. */
final class PerfReport implements PerfRun.Listener {
  private final Progress progress;
  private final boolean json;
  private final List<String> heading;
  private final List<String> leftOut;
  private final BackgroundLoad others = BackgroundLoad.start();
  private final SharedCores cores;
  private String section = "";

  /**
   * A report without rows.
   *
   * @param pinned whether the threads of the rows are
   * @param heading lines above the table
   * @param leftOut lines below the table: what the fabrics do not offer
   */
  PerfReport(
      Progress progress, boolean json, boolean pinned, List<String> heading, List<String> leftOut) {
    this.progress = progress;
    this.json = json;
    this.cores = new SharedCores(pinned);
    this.heading = heading;
    this.leftOut = leftOut;
  }

  @Override
  public void started(PerfPlan plan, PerfTest test, int size) {
    if (!json) {
      open(plan.fabric());
      cores.look();
    }
    progress.describe(
        plan.fabric() + ", " + test.label(plan.fabric()) + ", " + Quantity.bytes(size));
  }

  private void open(String fabric) {
    if (section.isEmpty()) {
      heading.forEach(line -> progress.println(LineWrap.wrap(line, "  ")));
      progress.println("");
      progress.println(PerfTable.header());
    }
    if (!section.equals(fabric)) {
      progress.println(PerfTable.section(fabric));
    }
    section = fabric;
  }

  @Override
  public void finished(PerfPlan plan, PerfResult result) {
    progress.step();
    progress.println(json ? PerfJson.line(plan, result) : PerfTable.row(result));
  }

  /** Describes the measurement and the machine. */
  static List<String> heading(List<PerfPlan> plans) {
    double bounceNanos = CacheLineBounce.measure(plans.getFirst().pinned());
    return List.of("weft perf: " + setting(plans), machine(bounceNanos));
  }

  private static String setting(List<PerfPlan> plans) {
    PerfPlan plan = plans.getFirst();
    return "fabric %s, wait %s%s, threading %s%s, %s a row"
        .formatted(
            plans.stream().map(PerfPlan::fabric).collect(Collectors.joining(", ")),
            plan.waitMode().key(),
            plan.pinned() ? ", pinned" : "",
            plan.threading().name().toLowerCase(Locale.ROOT),
            plan.memory() == BufferMemory.ORDINARY ? ", ordinary memory" : "",
            Quantity.nanosBriefly((double) plan.duration().toNanos()));
  }

  private static String machine(double bounceNanos) {
    return "%s; cache line between two threads %s one way, clock read %s"
        .formatted(
            Machine.describe(), Quantity.nanos(bounceNanos), Quantity.nanos(Machine.clockNanos()));
  }

  /** Prints the footer of the table. */
  void close(List<PerfResult> results) {
    if (!json) {
      progress.println(PerfTable.rule());
      leftOut.forEach(line -> progress.println(LineWrap.wrap("Left out, " + line, "  ")));
      PerfTable.footer(results).forEach(progress::println);
      cores.look();
      String notes = others.describe() + System.lineSeparator() + cores.describe();
      LineWrap.wrap(notes.strip(), "  ").lines().forEach(progress::println);
    }
  }
}
