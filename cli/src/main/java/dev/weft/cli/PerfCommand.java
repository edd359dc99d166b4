package dev.weft.cli;

import dev.weft.cli.perf.NoServer;
import dev.weft.cli.perf.PerfRun;
import dev.weft.cli.perf.plan.EndpointAddress;
import dev.weft.cli.perf.plan.FabricName;
import dev.weft.cli.perf.plan.FabricOffers;
import dev.weft.cli.perf.plan.PayloadFile;
import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.report.LatencyPlot;
import dev.weft.cli.report.Progress;
import dev.weft.cli.report.QueryReport;
import dev.weft.cli.report.ShmProbe;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft perf}: measures messages between two endpoints and checks each of them. */
@Command(
    name = "perf",
    header = "Measure a fabric; every byte and every completion is checked.",
    description = {
      "%nTwo endpoints exchange messages: over loopback inside this process, over any other fabric"
          + " with a second process, which is started for that. Each payload is compared byte by"
          + " byte, each completion is matched with the operation that it ends. The exit status is"
          + " 1 when anything was lost, duplicated or corrupt, and 2 when the command line or the"
          + " fabric does not fit.",
      "%nWith --serve this process waits for clients, and prints what to type in another terminal"
          + " or, with libfabric's providers, on another host. All other options but --fabric"
          + " belong to the client, which sends them to the server. The server must answer within"
          + " 10 seconds.",
    },
    parameterListHeading = "%nArgument:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft perf                                all tests, some minutes",
      "  weft perf --fabric shm --size 8          two processes, one size",
      "  weft perf --serve anna                   in one terminal, and in another:",
      "  weft perf anna --wait park               the two sides by hand",
      "  weft perf --fabric ofi:tcp               libfabric, two processes",
      "  weft perf --fabric ofi:tcp --serve       for clients on other hosts",
      "  weft perf --wait park --size 8,4K        threads sleep while they wait",
      "  weft perf --test ping-pong --plot l.svg  draw the latency distribution",
      "  weft perf --payload movie.mkv            a file, its SHA-256 compared",
      "  weft perf --json | jq .p50_ns            one JSON object a line",
    })
class PerfCommand implements Callable<Integer> {
  static final String[] DEVICES = {"loopback0", "shm0"};

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "Measure against the server at this name or address.")
  private String peer;

  @Mixin private RoleOptions role;

  @Option(
      names = {"--fabric", "--provider"},
      paramLabel = "LIST",
      description = {
        "Providers and devices to measure.",
        "Default: all of these; with NAME shm.",
        "  loopback         both ends in this process",
        "  shm              each end in a process of its own",
        "  loopback0, shm0  the same with the verbs API",
        "  ofi:tcp, ...     libfabric's, in two processes",
      })
  private String fabrics;

  @Mixin private ThreadOptions threads;

  @Option(
      names = "--test",
      paramLabel = "LIST",
      description = {
        "Tests to run. Default: all but file, without one-thread between processes; with"
            + " --payload file. What a provider does not offer is left out.",
        "  ping-pong     tagged messages to and fro",
        "  one-thread    the same, both ends on one thread",
        "  stream        send one way, checked on arrival",
        "  bandwidth     bursts one way, checked in between",
        "  write         one-sided; the target checks",
        "  read          one-sided, checked in between",
        "  fetch-add     one-sided, 8 bytes, each checked",
        "  compare-swap  one-sided, 8 bytes, each checked",
        "  file          the bytes of --payload, in bursts",
      })
  private String tests;

  @Option(
      names = "--size",
      paramLabel = "LIST",
      description = {
        "Message sizes. Default: 8,64,4K,64K,1M; of devices 8,64K, of a file 4K,64K,1M.",
      })
  private String sizes;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "0.7",
      description = "Of each measurement, such as 2, 0.5, 2s, 500ms. Default: ${DEFAULT-VALUE}.")
  private String duration;

  @Option(
      names = "--payload",
      paramLabel = "FILE",
      description = "Send this file's bytes and compare its SHA-256.")
  private Path payload;

  @Option(names = "--json", description = "Print one JSON object a line, no table.")
  private boolean json;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw the latencies into FILE, an .svg or a .png.")
  private Path plot;

  @Override
  public Integer call() throws IOException {
    checkRoles();
    return role.isServer() ? serve() : measure();
  }

  private int serve() {
    String name = role.serverName();
    String fabric = fabricList().getFirst();
    QueryReport.requireMatch(spec, FabricOffers.hints(fabric), DEVICES);
    EndpointAddress address =
        name.isEmpty() ? null : parse(name, text -> EndpointAddress.of(fabric, text));
    try {
      return PerfSession.serve(fabric, address, role.servesOnce(), role.endsWithInput()) ? 0 : 1;
    } catch (FabricException e) {
      throw Misuse.of(spec, sentence(e, address));
    }
  }

  private int measure() throws IOException {
    List<String> leftOut = new ArrayList<>();
    List<PerfPlan> plans = plans(leftOut::add);
    List<String> heading = PerfReport.heading(plans);
    List<PerfResult> results = new ArrayList<>();
    long rows = plans.stream().mapToLong(PerfPlan::rows).sum();
    try (Progress progress = Progress.start("weft perf", rows)) {
      PerfReport report =
          new PerfReport(progress, json, plans.getFirst().pinned(), heading, leftOut);
      for (PerfPlan plan : plans) {
        results.addAll(measure(plan, report));
      }
      report.close(results);
    } catch (NoServer e) {
      throw Misuse.of(spec, e.getMessage());
    }
    draw(results, String.join("; ", heading).substring("weft perf: ".length()));
    return results.stream().allMatch(PerfResult::isSound) ? 0 : 1;
  }

  private List<PerfResult> measure(PerfPlan plan, PerfReport report) {
    if (peer != null) {
      return PerfSession.measure(
          plan, parse(peer, text -> EndpointAddress.of(plan.fabric(), text)), report);
    }
    return role.isOneProcess() || PerfPlan.isWithinProcess(plan.fabric())
        ? new PerfRun(plan, report).run()
        : PerfSession.measure(plan, report);
  }

  private void checkRoles() {
    String contradiction = role.contradiction(peer, spec.commandLine().getParseResult());
    if (contradiction != null) {
      throw Misuse.of(spec, contradiction);
    }
    if (fabrics != null && !allowedFabrics().containsAll(fabricList())) {
      throw Misuse.of(
          spec,
          "fabric=%s, allowed are %s%s"
              .formatted(fabrics, String.join(", ", allowedFabrics()), whyNoOthers()));
    }
    if ((role.isServer() || peer != null)
        && !fabricList().stream().allMatch(PerfCommand::isApart)) {
      throw Misuse.of(
          spec,
          "fabric=" + fabrics + ", allowed between two processes are shm, shm0, ofi:tcp and so on");
    }
    if (role.isServer() && fabricList().size() > 1) {
      throw Misuse.of(
          spec, "fabric=" + fabrics + ", a server has one; its clients may name several");
    }
    if (peer != null && tests != null && testList().contains(PerfTest.ONE_THREAD)) {
      throw Misuse.of(spec, "test=one-thread needs both ends in one process; omit NAME");
    }
  }

  /** One plan per fabric; a fabric that is not available is an error. */
  private List<PerfPlan> plans(Consumer<String> leftOut) {
    checkOptions();
    List<PerfPlan> plans = new ArrayList<>();
    for (String fabric : fabricList()) {
      PerfPlan whole = plan(fabric);
      PerfPlan plan = whole.offered(leftOut);
      checkFabric(plan.rows() == 0 ? whole : plan);
      if (plan.rows() > 0) {
        plans.add(plan);
      }
    }
    return plans;
  }

  private List<String> fabricList() {
    if (fabrics != null) {
      return list(fabrics, String::strip);
    }
    return peer != null || role.isServer()
        ? usualFabrics().stream().filter(PerfCommand::isApart).limit(1).toList()
        : PerfOptions.on(System.getProperty("os.name"), usualFabrics());
  }

  /** Whether a fabric reaches other processes. */
  private static boolean isApart(String fabric) {
    return !PerfPlan.isWithinProcess(fabric);
  }

  /** All fabrics that can be measured. */
  List<String> allowedFabrics() {
    return fabricList();
  }

  /** Why there are no others, after those that are allowed; may be empty. */
  String whyNoOthers() {
    return "";
  }

  /** The description of an option in the help. */
  String[] describe(OptionSpec option) {
    return option.description();
  }

  /** The fabrics measured by default. */
  List<String> usualFabrics() {
    return List.of("loopback", "shm", "loopback0", "shm0");
  }

  private PerfPlan plan(String fabric) {
    return new PerfPlan(
        fabric,
        checked(threads::waitMode),
        threads.arePinned(),
        checked(threads::threading),
        checked(threads::memory),
        testList(fabric),
        list(sizes == null ? defaultSizes(fabric) : sizes, this::sizeOf),
        parse(duration, PerfOptions::duration),
        PerfPlan.PATIENCE,
        payload);
  }

  private void checkOptions() {
    check("plot=", plot, LatencyPlot::refusal);
    check("payload=", payload, PayloadFile::refusal);
    boolean fixed = tests != null && testList().stream().allMatch(PerfTest::isAtomic);
    if (fixed && sizes != null && !list(sizes, this::sizeOf).equals(List.of(Long.BYTES))) {
      throw Misuse.of(spec, "size=" + sizes + ", allowed for test=" + tests + " is 8");
    }
  }

  private void check(String name, Path file, Function<Path, String> check) {
    String refusal = file == null ? "" : check.apply(file);
    if (!refusal.isEmpty()) {
      throw Misuse.of(spec, name + file + refusal);
    }
  }

  /** The default tests. One-thread is not run where the ends are in different processes. */
  private List<PerfTest> testList(String fabric) {
    List<PerfTest> chosen = new ArrayList<>(testList());
    if (tests == null && isApart(fabric) && !role.isOneProcess()) {
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
      throw Misuse.of(spec, "The test file and the option --payload FILE need each other");
    }
    return chosen;
  }

  private int sizeOf(String text) {
    return PerfOptions.size(text, payload == null ? 0 : 1);
  }

  private String defaultSizes(String fabric) {
    if (payload != null) {
      return "4K,64K,1M";
    }
    return FabricName.isDevice(fabric) ? sizesOfDevices() : "8,64,4K,64K,1M";
  }

  /** The default sizes, fewer if devices are not the only thing measured. */
  String sizesOfDevices() {
    return "8,64K";
  }

  private <T> List<T> list(String text, Function<String, T> parser) {
    return Arrays.stream(text.split(",", -1)).map(item -> parse(item, parser)).distinct().toList();
  }

  private <T> T parse(String text, Function<String, T> parser) {
    return checked(() -> parser.apply(text));
  }

  private <T> T checked(Supplier<T> parser) {
    try {
      return parser.get();
    } catch (IllegalArgumentException e) {
      throw Misuse.of(spec, e.getMessage());
    }
  }

  private static String sentence(FabricException e, EndpointAddress address) {
    return e.errno() == Errno.EADDRINUSE
        ? "A server is already running at " + address
        : strip(e.getMessage());
  }

  private static String strip(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  /** Reports why no fabric matches, before anything is measured. */
  private void checkFabric(PerfPlan plan) {
    QueryReport.requireMatch(spec, plan.hints(), DEVICES);
    ShmProbe.require(spec, plan.hints());
  }

  private void draw(List<PerfResult> results, String subtitle) throws IOException {
    if (plot != null) {
      LatencyPlot.write(results, subtitle, plot);
      System.err.println("The latency distribution is drawn in " + plot + ".");
    }
  }
}
