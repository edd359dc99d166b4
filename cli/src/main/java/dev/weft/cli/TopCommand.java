package dev.weft.cli;

import dev.weft.cli.report.OutputFile;
import dev.weft.cli.report.Quantity;
import dev.weft.cli.report.Terminal;
import dev.weft.cli.top.TopFailure;
import dev.weft.cli.top.TopRun;
import dev.weft.cli.top.WatchedProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft top}: shows the queues and links of a running process. */
@Command(
    name = "top",
    header = "Show the queues and links of a running process.",
    description = {
      "%nThe process needs no preparation: its Flight Recorder writes the figures while this runs,"
          + " and stops with it. Without PID the processes are listed that have opened queues, or"
          + " do not answer.",
      "%nOf a queue: unread completions and its size; operations posted and not complete; threads"
          + " that wait; failed operations so far; completions per second. Of a link: bytes of"
          + " frames per second in both directions; bytes that the peer has not read and how many"
          + " fit. Bytes that are copied from memory to memory use no frames.",
    },
    parameterListHeading = "%nArgument:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft top                          which processes use Weft",
      "  weft top 4711                     once a second, until Ctrl-C",
      "  weft top 4711 --count 1           one table",
      "  weft top 4711 --record run.jfr    and keep the figures for jfr or JMC",
    })
final class TopCommand implements Callable<Integer> {
  private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final String CLEAR_SCREEN = "\u001b[H\u001b[J";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PID", arity = "0..1", description = "The process to show.")
  private Long pid;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "Time between two tables, from 1s. Default: ${DEFAULT-VALUE}.")
  private String interval;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "How many tables to show. Default: until Ctrl-C.")
  private Long count;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Also have the process write the figures to this file, for jfr or JMC.")
  private Path file;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Duration period = period();
    requirePositive("PID", pid);
    requirePositive("count", count);
    if (pid == null) {
      return list();
    }
    requireFile();
    boolean redraws = Terminal.canRedraw();
    WatchedProcess process = process();
    String heading = "weft top " + pid + ", " + process.name();
    TopRun run =
        new TopRun(
            process,
            period,
            count == null ? Long.MAX_VALUE : count,
            lines -> show(heading, lines, redraws));
    if (!run.run(file)) {
      println("Process " + pid + " has ended.");
    }
    return 0;
  }

  private int list() {
    if (file != null || count != null) {
      throw Misuse.of(spec, (file == null ? "--count" : "--record") + " needs a PID");
    }
    List<String> all = WatchedProcess.list();
    if (all.isEmpty()) {
      println("No Java process of this user has opened a queue of Weft.");
      return 1;
    }
    all.forEach(line -> println(cut(line, Terminal.lineWidth())));
    return 0;
  }

  private void show(String heading, List<String> lines, boolean redraws) {
    PrintWriter out = spec.commandLine().getOut();
    int room = redraws ? Math.max(2, Terminal.rows() - 4) : Integer.MAX_VALUE;
    int width = redraws ? Terminal.width() : Terminal.WIDTH;
    out.print(redraws ? CLEAR_SCREEN : "");
    out.println(cut("%tT %s".formatted(LocalTime.now(ZoneId.systemDefault()), heading), width));
    lines.stream().limit(room).forEach(line -> out.println(cut(line, width)));
    if (lines.size() > room) {
      out.println("... and " + (lines.size() - room) + " more lines; print them with | cat");
    }
    out.println();
    out.flush();
  }

  private void println(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private static String cut(String line, int width) {
    return line.length() <= width ? line : line.substring(0, width);
  }

  private WatchedProcess process() {
    try {
      return WatchedProcess.withId(pid);
    } catch (TopFailure e) {
      throw Misuse.of(spec, e.getMessage().replaceFirst("\\.$", ""));
    }
  }

  private Duration period() {
    try {
      long nanos = Quantity.parseNanos(interval);
      if (nanos >= TimeUnit.SECONDS.toNanos(1) && nanos <= MAX_NANOS) {
        return Duration.ofNanos(nanos);
      }
    } catch (IllegalArgumentException e) {
      throw Misuse.of(spec, e.getMessage().replaceFirst("^duration", "interval"));
    }
    throw Misuse.of(spec, "interval=" + interval + ", allowed are 1 to 3600 seconds");
  }

  private void requirePositive(String name, Long value) {
    if (value != null && value < 1) {
      throw Misuse.of(spec, name + "=" + value + ", allowed are 1 and more");
    }
  }

  private void requireFile() {
    if (file == null) {
      return;
    }
    String refusal = OutputFile.refusal(file);
    if (!refusal.isEmpty()) {
      throw Misuse.of(spec, "record=" + file + refusal);
    }
    if (file.toString().contains("\"")) {
      throw Misuse.of(spec, "record=" + file + " has a quotation mark");
    }
  }
}
