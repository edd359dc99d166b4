package dev.weft.cli;

import dev.weft.cli.perf.CacheLineBounce;
import dev.weft.cli.perf.NobodyServes;
import dev.weft.cli.perf.PerfPlan;
import dev.weft.cli.perf.PerfResult;
import dev.weft.cli.perf.PerfRun;
import dev.weft.cli.perf.PerfTest;
import dev.weft.cli.perf.WaitMode;
import dev.weft.cli.process.Shutdown;
import dev.weft.cli.report.LatencyPlot;
import dev.weft.cli.report.Machine;
import dev.weft.cli.report.Progress;
import dev.weft.cli.report.Quantity;
import dev.weft.cli.report.Refusals;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Threading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft perf}: two endpoints exchange messages; all is measured and checked. */
@Command(
    name = "perf",
    header = "Measure a fabric; every byte and every completion is checked.",
    description = {
      "%nTwo endpoints exchange messages: over loopback inside this process, over shm with a"
          + " second",
      "process, which is started for that. Each payload is compared byte by byte, each completion",
      "is matched with the operation that it ends. The exit status is 1 when anything was lost,",
      "duplicated or corrupt, and 2 when the command line or the fabric does not fit.",
      "%nWith --serve NAME this process waits for clients; `weft perf NAME`, in another terminal,"
          + " is",
      "one. All other options are the client's, and travel to the server.",
    },
    parameterListHeading = "%nArgument:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft perf                                  all tests, about a minute",
      "  weft perf --fabric shm --size 8            two processes, one size",
      "  weft perf --serve anna                     in one terminal, and in another:",
      "  weft perf anna --wait park                 the two sides by hand",
      "  weft perf --wait park --size 8,4K          two sizes, threads sleep while they wait",
      "  weft perf --test ping-pong --plot lat.png  a picture of the latency distribution",
      "  weft perf --payload movie.mkv --size 64K   a file as messages, its SHA-256 compared",
      "  weft perf --json | jq .p50_ns              one JSON object a line",
    })
class PerfCommand implements Callable<Integer> {
  private static final String SHM = "shm";

  /** What two processes can be measured over. */
  private static final List<String> APART = List.of(SHM, "shm0");

  private static final int LARGEST = 64 << 20;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "Measure with the process that serves under this name or address.")
  private String peer;

  @Option(
      names = "--serve",
      paramLabel = "NAME",
      description = "Wait for clients under this name or address, one after the other.")
  private String serve;

  @Option(names = "--once", description = "With --serve: end after the first client.")
  private boolean once;

  @Option(names = "--ends-with-input", hidden = true)
  private boolean endsWithInput;

  @Option(
      names = "--fabric",
      paramLabel = "LIST",
      description = {
        "Providers and devices to measure. Default: all of these; with NAME shm.",
        "  loopback    both ends in this process, each on a thread",
        "  shm         each end in a process of its own, over shared memory",
        "  loopback0, shm0  the same with verbs' words, on reliable connected queue pairs",
      })
  private String fabrics;

  @Option(
      names = "--wait",
      paramLabel = "MODE",
      defaultValue = "spin",
      description = {
        "How threads wait for completions. Default: ${DEFAULT-VALUE}.",
        "  spin     read again and again",
        "  yield    FI_WAIT_YIELD: sread that yields the processor",
        "  park     FI_WAIT_UNSPEC: sread on platform threads",
        "  virtual  FI_WAIT_UNSPEC: sread on virtual threads",
      })
  private String wait;

  @Option(
      names = "--threading",
      paramLabel = "MODEL",
      defaultValue = "safe",
      description =
          "Threading model of the domains: safe or domain (no locks). Default: ${DEFAULT-VALUE}.")
  private String threading;

  @Option(
      names = "--test",
      paramLabel = "LIST",
      description = {
        "Tests to run. Default: all but file; on shm without one-thread;",
        "with --payload: file.",
        "  ping-pong   tagged messages to and fro between the two ends",
        "  one-thread  the same with both ends on one thread of this process",
        "  stream      send one way, checked on arrival",
        "  bandwidth   bursts one way, checked in between",
        "  write       one-sided writes, checked in between by their target",
        "  read        one-sided reads, checked in between",
        "  fetch-add, compare-swap   one-sided, of 8 bytes; each result is checked",
        "  file        the bytes of --payload one way, in bursts",
      })
  private String tests;

  @Option(
      names = "--size",
      paramLabel = "LIST",
      description =
          "Message sizes, such as 8,4K,1M. Default: 8,64,4K,64K,1M; of a file: 4K,64K,1M.")
  private String sizes;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      defaultValue = "0.7",
      description = "Of each measurement, after a short warm-up. Default: ${DEFAULT-VALUE}.")
  private double seconds;

  @Option(
      names = "--payload",
      paramLabel = "FILE",
      description = "Send this file's bytes as messages and compare its SHA-256 on arrival.")
  private Path payload;

  @Option(names = "--json", description = "Print one JSON object a line instead of the table.")
  private boolean json;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw the latency distribution into FILE, which ends in .svg or .png.")
  private Path plot;

  @Override
  public Integer call() throws IOException {
    checkRoles();
    return serve != null ? serve() : measure();
  }

  private int serve() {
    try (Shutdown shutdown = Shutdown.interruptsThisThread()) {
      return PerfSession.serve(address(serve), once, endsWithInput, shutdown) ? 0 : 1;
    } catch (FabricException e) {
      throw misuse(sentence(e));
    }
  }

  private int measure() throws IOException {
    List<PerfPlan> plans = plans();
    String setting = setting(plans);
    String machine = machine(CacheLineBounce.measure());
    List<PerfResult> results = new ArrayList<>();
    long rows = plans.stream().mapToLong(PerfPlan::rows).sum();
    try (Shutdown _ = Shutdown.interruptsThisThread();
        Progress progress = Progress.start("weft perf", rows)) {
      PerfReport report = new PerfReport(progress, json, List.of("weft perf: " + setting, machine));
      for (PerfPlan plan : plans) {
        results.addAll(PerfSession.measure(plan, peer == null ? null : address(peer), report));
      }
      report.close(results);
    } catch (NobodyServes e) {
      throw misuse(e.getMessage());
    }
    draw(results, setting + "; " + machine);
    return results.stream().allMatch(PerfResult::isSound) ? 0 : 1;
  }

  private void checkRoles() {
    if (serve != null && peer != null) {
      throw misuse("A process either serves or is a client: --serve NAME, or NAME alone");
    }
    if (once && serve == null) {
      throw misuse("--once needs --serve NAME");
    }
    if ((serve != null || peer != null) && !APART.containsAll(fabricList())) {
      throw misuse("fabric=" + fabrics + ", allowed between two processes are shm, shm0");
    }
    if (peer != null && tests != null && testList().contains(PerfTest.ONE_THREAD)) {
      throw misuse("test=one-thread needs both ends in one process; leave NAME away");
    }
  }

  /** A name stands for the address in the fabric that the provider opens by default. */
  private static String address(String nameOrAddress) {
    return nameOrAddress.contains("://") ? nameOrAddress : SHM + "://" + SHM + "/" + nameOrAddress;
  }

  /** One plan for each fabric, which must be there. */
  private List<PerfPlan> plans() {
    checkOptions();
    List<PerfPlan> plans =
        fabricList().stream().map(this::plan).filter(plan -> !plan.tests().isEmpty()).toList();
    plans.forEach(this::checkFabric);
    return plans;
  }

  private List<String> fabricList() {
    if (fabrics != null) {
      return list(fabrics, String::strip);
    }
    return peer != null || serve != null
        ? usualFabrics().stream().filter(APART::contains).limit(1).toList()
        : usualFabrics();
  }

  /** What is measured without being asked. */
  List<String> usualFabrics() {
    return List.of("loopback", SHM, "loopback0", "shm0");
  }

  private PerfPlan plan(String fabric) {
    return new PerfPlan(
        fabric,
        parse(wait, WaitMode::parse),
        parse(threading, PerfCommand::threadingOf),
        testList(fabric),
        list(sizes == null ? defaultSizes(fabric) : sizes, this::sizeOf),
        Duration.ofNanos((long) (seconds * 1e9)),
        PerfPlan.PATIENCE,
        payload);
  }

  private void checkOptions() {
    if (!(seconds > 0 && seconds <= 3600)) {
      throw misuse("duration=" + seconds + ", allowed are more than 0 to 3600 seconds");
    }
    if (plot != null && !LatencyPlot.canWrite(plot)) {
      throw misuse("plot=" + plot + ", allowed are names that end in .svg or .png");
    }
    if (payload != null && !Files.isReadable(payload)) {
      throw misuse(
          "payload=%s cannot be read%s"
              .formatted(payload, Files.exists(payload) ? "" : " (no such file)"));
    }
  }

  /** On one thread nothing is between processes: without being asked that is loopback's. */
  private List<PerfTest> testList(String fabric) {
    List<PerfTest> chosen = new ArrayList<>(testList());
    if (tests == null && APART.contains(fabric)) {
      chosen.remove(PerfTest.ONE_THREAD);
    }
    return chosen;
  }

  private List<PerfTest> testList() {
    if (tests == null) {
      return payload != null
          ? List.of(PerfTest.FILE)
          : Arrays.stream(PerfTest.values()).filter(test -> test != PerfTest.FILE).toList();
    }
    List<PerfTest> chosen = list(tests, PerfTest::parse);
    if (chosen.contains(PerfTest.FILE) != (payload != null)) {
      throw misuse("The test file and the option --payload FILE need each other");
    }
    return chosen;
  }

  private String defaultSizes(String fabric) {
    if (payload != null) {
      return "4K,64K,1M";
    }
    return PerfPlan.isDevice(fabric) ? sizesOfDevices() : "8,64,4K,64K,1M";
  }

  /** Fewer, where devices are not the only thing that is measured. */
  String sizesOfDevices() {
    return "8,64K";
  }

  private int sizeOf(String text) {
    long size = Quantity.parseBytes(text);
    int least = payload == null ? 0 : 1;
    if (size < least || size > LARGEST) {
      throw new IllegalArgumentException(
          "size=%s, allowed are %d B to %s".formatted(text, least, Quantity.bytes(LARGEST)));
    }
    return (int) size;
  }

  private static Threading threadingOf(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "safe" -> Threading.SAFE;
      case "domain" -> Threading.DOMAIN;
      default ->
          throw new IllegalArgumentException("threading=" + text + ", allowed are safe, domain");
    };
  }

  private <T> List<T> list(String text, Function<String, T> parser) {
    return Arrays.stream(text.split(",", -1)).map(item -> parse(item, parser)).distinct().toList();
  }

  private <T> T parse(String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw misuse(e.getMessage());
    }
  }

  private String sentence(FabricException e) {
    return e.errno() == Errno.EADDRINUSE
        ? "Somebody serves at " + address(serve) + " already"
        : strip(e.getMessage());
  }

  private static String strip(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  private ParameterException misuse(String sentence) {
    return new ParameterException(spec.commandLine(), sentence + ".");
  }

  /** Says why no fabric fits, before anything is measured. */
  private void checkFabric(PerfPlan plan) {
    Refusals.requireMatch(spec, PerfRun.hints(plan));
  }

  private static String setting(List<PerfPlan> plans) {
    PerfPlan plan = plans.getFirst();
    return "fabric %s, wait %s, threading %s, %s s a row"
        .formatted(
            plans.stream().map(PerfPlan::fabric).collect(Collectors.joining(", ")),
            plan.waitMode().key(),
            plan.threading().name().toLowerCase(Locale.ROOT),
            Quantity.digits(plan.duration().toNanos() / 1e9));
  }

  private static String machine(double bounce) {
    return "%s; cache line between two threads %s one way, clock %s"
        .formatted(
            Machine.describe(), Quantity.nanos(bounce), Quantity.nanos(Machine.clockNanos()));
  }

  private void draw(List<PerfResult> results, String subtitle) throws IOException {
    if (plot != null) {
      LatencyPlot.write(results, subtitle, plot);
      System.err.println("The latency distribution is drawn in " + plot + ".");
    }
  }
}
