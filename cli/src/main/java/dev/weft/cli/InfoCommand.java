package dev.weft.cli;

import dev.weft.cli.report.FabricTable;
import dev.weft.cli.report.LineWrap;
import dev.weft.cli.report.Quantity;
import dev.weft.cli.report.QueryReport;
import dev.weft.cli.report.ShmProbe;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.Threading;
import dev.weft.verbs.Devices;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weft info}, modelled on {@code fi_info(1)}: lists the fabrics that can be opened. */
@Command(
    name = "info",
    header = "List fabrics, what they can do, and why one does not match.",
    description = {
      "%nWith hints only what matches them is listed, and each other provider says why it does not."
          + " The exit status is 1 when nothing matches, or only shm does and its folder cannot be"
          + " used.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft info                              everything that can be opened here",
      "  weft info -v --endpoint rdm            every attribute and limit",
      "  weft info --caps tagged,rma,multicast  why nothing does all of this",
    })
final class InfoCommand implements Callable<Integer> {
  private static final String PREFIX = "FI_";

  /** No hint, which an omitted option is as well. */
  private static final String UNSPEC = "unspec";

  @Spec private CommandSpec spec;

  @Option(
      names = {"--fabric", "--provider"},
      paramLabel = "NAME",
      description = "Only this provider.")
  private String provider;

  @Option(
      names = "--caps",
      paramLabel = "LIST",
      description = "Required capabilities, such as msg,tagged,rma,directed_recv.")
  private String capabilities;

  @Option(names = "--endpoint", paramLabel = "TYPE", description = "rdm, dgram or msg.")
  private String endpoint;

  @Option(
      names = "--threading",
      paramLabel = "MODEL",
      description = "safe, fid, domain, completion or endpoint.")
  private String threading;

  @Option(
      names = "--progress",
      paramLabel = "MODEL",
      description = "auto, manual or control_unified.")
  private String progress;

  @Option(
      names = "--max-message",
      paramLabel = "SIZE",
      description = "The largest message must have at least this size, such as 1M.")
  private String maxMessage;

  @Option(names = "-v", description = "Every attribute and limit, with libfabric's names.")
  private boolean everything;

  @Override
  public Integer call() {
    FabricInfo hints = hints();
    List<InfoResult> answers = Fabrics.explain(hints);
    List<FabricInfo> infos = answers.stream().flatMap(a -> a.infos().stream()).toList();
    PrintWriter out = spec.commandLine().getOut();
    QueryReport.requireName(spec, hints, answers);
    String shmFailure = infos.stream().anyMatch(InfoCommand::isShm) ? ShmProbe.failure() : "";
    if (infos.isEmpty()) {
      out.println(QueryReport.noMatch(hints, answers));
    } else {
      out.println(everything ? FabricTable.everything(infos) : FabricTable.brief(infos));
      if (infos.stream().anyMatch(InfoCommand::isShm)) {
        out.println(ShmProbe.sentence(shmFailure));
        out.println(ShmProbe.copies());
      }
      printMissing(out, QueryReport.reasons(answers));
    }
    out.flush();
    boolean unusable = !shmFailure.isEmpty() && infos.stream().allMatch(InfoCommand::isShm);
    return infos.isEmpty() || unusable ? 1 : 0;
  }

  /** What there is not, among fabrics and among devices of verbs. */
  private static void printMissing(PrintWriter out, String reasons) {
    List<String> devices = Devices.obstacles();
    if (reasons.isEmpty() && devices.isEmpty()) {
      return;
    }
    out.println(System.lineSeparator() + "Not available:");
    if (!reasons.isEmpty()) {
      out.println(reasons);
    }
    devices.forEach(device -> out.println(LineWrap.wrap("  " + device, "      ")));
  }

  private static boolean isShm(FabricInfo info) {
    return info.fabric().providerName().equals("shm");
  }

  private FabricInfo hints() {
    FabricInfo.Builder hints = FabricInfo.builder().provider(provider);
    if (capabilities != null) {
      hints.capabilities(bits(capabilities));
    }
    if (endpoint != null) {
      hints.endpointType(constant("endpoint", endpoint, EndpointType.values()));
    }
    if (threading != null) {
      hints.threading(constant("threading", threading, Threading.values()));
    }
    if (progress != null) {
      hints.progress(constant("progress", progress, ProgressModel.values()));
    }
    if (maxMessage != null) {
      hints.maxMessageSize(bytes(maxMessage));
    }
    return hints.build();
  }

  private long bytes(String text) {
    try {
      return Quantity.parseBytes(text);
    } catch (IllegalArgumentException e) {
      throw Misuse.of(spec, e.getMessage().replaceFirst("^size", "max-message"));
    }
  }

  private long bits(String names) {
    return Arrays.stream(names.split(",", -1))
        .mapToLong(this::bit)
        .reduce(0, (one, all) -> one | all);
  }

  /** The bit of a capability, by its C name with or without {@code FI_}. */
  private long bit(String name) {
    String wanted = name.strip().toUpperCase(Locale.ROOT);
    String full = wanted.startsWith(PREFIX) ? wanted : PREFIX + wanted;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      if (Capabilities.describe(1L << bit).equals(full)) {
        return 1L << bit;
      }
    }
    throw Misuse.of(spec, "caps=" + name + ", allowed are " + capabilityNames());
  }

  private static String capabilityNames() {
    return Arrays.stream(Capabilities.describe(~0L).split("\\|", -1))
        .filter(name -> name.startsWith(PREFIX))
        .map(name -> name.substring(PREFIX.length()).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  private <E extends Enum<E>> E constant(String option, String name, E[] constants) {
    List<E> allowed = Arrays.stream(constants).filter(each -> !word(each).equals(UNSPEC)).toList();
    return allowed.stream()
        .filter(each -> word(each).equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(
            () ->
                Misuse.of(
                    spec,
                    option
                        + "="
                        + name
                        + ", allowed are "
                        + allowed.stream()
                            .map(InfoCommand::word)
                            .collect(Collectors.joining(", "))));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
