package dev.weft.cli;

import dev.weft.cli.report.Progress;
import dev.weft.cli.report.Refusals;
import dev.weft.cli.soak.SoakRun;
import dev.weft.fabric.FabricInfo;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weft soak}: passes very many completions and wake-ups, and counts each. */
@Command(
    name = "soak",
    header = "Pass a billion completions, each exactly once, and wake ten million sleepers.",
    description = {
      "%nTwo endpoints exchange numbered messages, with one and with several threads a queue, in",
      "every way to wait. Each send must complete once and each message arrive once, undamaged.",
      "A thread that is not woken for 20 seconds is reported with what it waits for. The exit",
      "status is 1 when anything was lost, duplicated, damaged or stranded.",
    })
final class SoakCommand implements Callable<Integer> {
  private static final int PERCENT = 100;

  @Spec private CommandSpec spec;

  @Option(
      names = {"--provider", "--fabric"},
      paramLabel = "NAME",
      defaultValue = "loopback",
      description = "Provider to use. Default: ${DEFAULT-VALUE}.")
  private String provider;

  @Option(
      names = "--messages",
      paramLabel = "N",
      defaultValue = "1000000000",
      description = "Completions to pass; 0 for none. Default: ${DEFAULT-VALUE}.")
  private long messages;

  @Option(
      names = "--wakeups",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Sleeps to be woken from; 0 for none. Default: ${DEFAULT-VALUE}.")
  private long wakeups;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    notNegative("--messages", messages);
    notNegative("--wakeups", wakeups);
    Refusals.requireMatch(spec, FabricInfo.builder().provider(provider).build());
    boolean good = part(out, "completions", messages) && part(out, "wake-ups", wakeups);
    out.println(good ? "Each exactly once, nobody stranded." : "FAILED");
    out.flush();
    return good ? 0 : 1;
  }

  private void notNegative(String option, long value) {
    if (value < 0) {
      throw new ParameterException(
          spec.commandLine(), option + "=" + value + ", allowed are 0 and more");
    }
  }

  private boolean part(PrintWriter out, String what, long count) {
    if (count == 0) {
      return true;
    }
    out.println("weft soak: " + provider + ", " + "%,d ".formatted(count) + what);
    AtomicLong steps = new AtomicLong();
    try (Progress progress = Progress.start("weft soak " + what, PERCENT)) {
      SoakRun run =
          new SoakRun(
              provider,
              line -> {
                progress.println("  " + line);
              },
              done -> {
                while (steps.get() < Math.min(PERCENT, done * PERCENT / count)) {
                  steps.incrementAndGet();
                  progress.step();
                }
              });
      return what.equals("completions") ? run.completions(count) : run.wakeups(count);
    }
  }
}
