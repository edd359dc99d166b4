package dev.weft.cli;

import dev.weft.cli.process.Shutdown;
import dev.weft.cli.process.StandardOutput;
import dev.weft.cli.report.LineWrap;
import dev.weft.cli.report.Progress;
import dev.weft.cli.report.QueryReport;
import dev.weft.cli.report.ShmProbe;
import dev.weft.cli.soak.NotificationRun;
import dev.weft.cli.soak.SoakRun;
import dev.weft.cli.soak.kill.KillRun;
import dev.weft.cli.soak.traffic.PhaseLine;
import dev.weft.fabric.info.FabricInfo;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weft soak}: a long run that counts every completion and wake-up. */
@Command(
    name = "soak",
    header = "Pass a billion completions, kill peers; lose nothing.",
    description = {
      "%nTwo endpoints exchange numbered messages, with one and with several threads a queue, in"
          + " every way to wait: on loopback inside this process, on shm in two. Each send must"
          + " complete once and each message arrive once, undamaged. A thread that is not woken for"
          + " 20 seconds is reported with what it waits for.",
      "%nThen verbs queue pairs pass empty messages to a reader that arms its queue,"
          + " drains it, and sleeps on its channel.",
      "%nOn shm, peers are then killed (kill -9) at random points and started again under the same"
          + " names, amid messages, reads, writes and sums of endpoints and of queue pairs."
          + " Each operation in flight to them must complete once, in order if so specified,"
          + " within a second; other processes must not be affected; no file and no process may be"
          + " left.",
      "%nThe exit status is 1 when anything was lost, duplicated, damaged or stranded.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft soak                            all of it, some hours",
      "  weft soak --messages 1000000 --wakeups 10000 --notifications 10000 --kills 100",
      "                                       a minute or two",
      "  weft soak --fabric shm --messages 0 --wakeups 0 --notifications 0",
      "                                       only the kills",
    })
final class SoakCommand implements Callable<Integer> {
  private static final int PERCENT = 100;
  private static final String SHM = "shm";

  @Spec private CommandSpec spec;

  @Option(
      names = {"--fabric", "--provider"},
      paramLabel = "LIST",
      split = ",",
      defaultValue = "loopback,shm",
      description = "Providers to use, one after the other. Default: ${DEFAULT-VALUE}.")
  private List<String> fabrics;

  @Option(
      names = "--messages",
      paramLabel = "N",
      defaultValue = "1000000000",
      description = "Completions to pass on each; 0 for none. Default: ${DEFAULT-VALUE}.")
  private long messages;

  @Option(
      names = "--wakeups",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Wake-ups on each; 0 for none. Default: ${DEFAULT-VALUE}.")
  private long wakeups;

  @Option(
      names = "--notifications",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Notifications of verbs queues; 0 for none. Default: ${DEFAULT-VALUE}.")
  private long notifications;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Peers to kill on shm; 0 for none. Default: ${DEFAULT-VALUE}.")
  private int kills;

  private volatile PartInProgress inProgress;

  /** What a signal may end early. */
  private record PartInProgress(String what, AtomicLong done) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    notNegative("messages", messages);
    notNegative("wakeups", wakeups);
    notNegative("notifications", notifications);
    notNegative("kills", kills);
    requireWork();
    requirePeersToKill();
    for (String fabric : fabrics) {
      FabricInfo hints = FabricInfo.builder().provider(fabric).build();
      QueryReport.requireMatch(spec, hints);
      ShmProbe.require(spec, hints);
    }
    Shutdown.before(this::reportEarlyEnd);
    boolean good = fabrics.stream().allMatch(this::soak);
    Shutdown.awaitIfUnderWay();
    out.println(good ? "Each exactly once, no waiter stranded." : "FAILED");
    out.flush();
    return good ? 0 : 1;
  }

  private boolean soak(String fabric) {
    return part(fabric, "completions", messages, completions(fabric))
        && part(fabric, "wake-ups", wakeups, wakeups(fabric))
        && part(fabric, "notifications", notifications, notifications(fabric))
        && (!fabric.equals(SHM) || part(fabric, "kills", kills, this::kills));
  }

  /** One kind of soak run: takes the amount of work, a line listener and a progress listener. */
  @FunctionalInterface
  private interface Part {
    boolean run(long count, Consumer<String> output, LongConsumer progress);
  }

  private static Part completions(String fabric) {
    return (count, output, progress) -> new SoakRun(fabric, output, progress).completions(count);
  }

  private static Part wakeups(String fabric) {
    return (count, output, progress) -> new SoakRun(fabric, output, progress).wakeups(count);
  }

  private static Part notifications(String fabric) {
    String device = fabric + "0";
    return (count, output, progress) -> new NotificationRun(device, output, progress).run(count);
  }

  private boolean kills(long count, Consumer<String> output, LongConsumer progress) {
    return new KillRun((int) count, output, progress).run();
  }

  private void notNegative(String option, long value) {
    if (value < 0) {
      throw Misuse.of(spec, option + "=" + value + ", allowed are 0 and more");
    }
  }

  private void requireWork() {
    boolean killsNone = kills == 0 || !fabrics.contains(SHM);
    if (messages == 0 && wakeups == 0 && notifications == 0 && killsNone) {
      throw Misuse.of(
          spec,
          "messages=0, wakeups=0, notifications=0, kills=%d with fabric=%s is no work, allowed is"
                  .formatted(kills, String.join(",", fabrics))
              + " one of them above 0; kills only with shm");
    }
  }

  private void requirePeersToKill() {
    boolean given = spec.commandLine().getParseResult().hasMatchedOption("--kills");
    if (given && kills > 0 && !fabrics.contains(SHM)) {
      throw Misuse.of(
          spec,
          "kills=%d with fabric=%s, allowed is 0; kills only with shm"
              .formatted(kills, String.join(",", fabrics)));
    }
  }

  private boolean part(String fabric, String what, long count, Part part) {
    if (count == 0) {
      return true;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("weft soak: " + fabric + ", " + "%,d ".formatted(count) + what);
    out.flush();
    AtomicLong steps = new AtomicLong();
    AtomicLong reached = new AtomicLong();
    inProgress = new PartInProgress(what, reached);
    try (Progress progress = Progress.start("weft soak " + what, PERCENT)) {
      return part.run(
          count,
          line -> {
            progress.println(LineWrap.wrap("  " + line, "  " + PhaseLine.indentOf(line)));
          },
          done -> {
            reached.set(done);
            while (steps.get() < Math.min(PERCENT, done * PERCENT / count)) {
              steps.incrementAndGet();
              progress.step();
            }
          });
    } finally {
      inProgress = null;
    }
  }

  /** Failures are reported when they are found, so there was none until now. */
  private void reportEarlyEnd() {
    PartInProgress part = inProgress;
    if (part != null && !StandardOutput.isLost()) {
      System.out.printf(
          "  ended early after at least %,d %s, without a failure until then%n",
          part.done.get(), part.what);
    }
  }
}
