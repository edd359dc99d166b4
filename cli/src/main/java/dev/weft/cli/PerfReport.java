package dev.weft.cli;

import dev.weft.cli.perf.PerfPlan;
import dev.weft.cli.perf.PerfResult;
import dev.weft.cli.perf.PerfRun;
import dev.weft.cli.perf.PerfTest;
import dev.weft.cli.report.OtherLoad;
import dev.weft.cli.report.PerfJson;
import dev.weft.cli.report.PerfTable;
import dev.weft.cli.report.Progress;
import dev.weft.cli.report.Quantity;
import java.util.List;

/** Prints rows as they are finished, and what stands above them once the first one starts. */
final class PerfReport implements PerfRun.Listener {
  private final Progress progress;
  private final boolean json;
  private final List<String> heading;
  private final OtherLoad others = OtherLoad.start();
  private boolean open;

  PerfReport(Progress progress, boolean json, List<String> heading) {
    this.progress = progress;
    this.json = json;
    this.heading = heading;
  }

  @Override
  public void started(PerfPlan plan, PerfTest test, int size) {
    if (!json && !open) {
      heading.forEach(progress::println);
      progress.println("");
      progress.println(PerfTable.header());
      progress.println(PerfTable.rule());
      open = true;
    }
    progress.describe(
        plan.fabric() + ", " + test.label(plan.fabric()) + ", " + Quantity.bytes(size));
  }

  @Override
  public void finished(PerfPlan plan, PerfResult result) {
    progress.step();
    progress.println(json ? PerfJson.line(plan, result) : PerfTable.row(result));
  }

  void close(List<PerfResult> results) {
    if (!json) {
      progress.println(PerfTable.rule());
      PerfTable.footer(results).forEach(progress::println);
      others.describe().lines().forEach(progress::println);
    }
  }
}
