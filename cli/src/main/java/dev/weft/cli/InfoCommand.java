package dev.weft.cli;

import dev.weft.cli.report.FabricTable;
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
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weft info}, modelled on {@code fi_info(1)}: lists the fabrics that can be opened. */
@Command(
    name = "info",
    header = "List fabrics, what they can do, and why one does not match.",
    description = {
      "%nWith hints only what matches them is listed, and each other provider says why it does not."
          + " The exit status is 1 when nothing matches.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft info                              everything that can be opened here",
      "  weft info -v --endpoint rdm            every attribute and limit",
      "  weft info --caps tagged,rma,multicast  why nothing does all of this",
    })
final class InfoCommand implements Callable<Integer> {
  private static final String PREFIX = "FI_";

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

  @Option(names = "--progress", paramLabel = "MODEL", description = "auto or manual.")
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
    if (infos.isEmpty()) {
      out.println(QueryReport.noMatch(hints, answers));
    } else {
      out.println(everything ? FabricTable.everything(infos) : FabricTable.brief(infos));
      infos.stream().filter(InfoCommand::isShm).findFirst().ifPresent(shm -> probe(shm, out));
      QueryReport.reasons(answers).lines().forEach(out::println);
    }
    out.flush();
    return infos.isEmpty() ? 1 : 0;
  }

  private static void probe(FabricInfo shm, PrintWriter out) {
    out.println(ShmProbe.of(shm));
    out.println(ShmProbe.copies());
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
      hints.endpointType(constant(EndpointType.class, endpoint));
    }
    if (threading != null) {
      hints.threading(constant(Threading.class, threading));
    }
    if (progress != null) {
      hints.progress(constant(ProgressModel.class, progress));
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
      throw misuse(e.getMessage());
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
    throw misuse("caps=" + name + ", allowed are " + capabilityNames());
  }

  private static String capabilityNames() {
    return Arrays.stream(Capabilities.describe(~0L).split("\\|", -1))
        .filter(name -> name.startsWith(PREFIX))
        .map(name -> name.substring(PREFIX.length()).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  private <E extends Enum<E>> E constant(Class<E> type, String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(
            () -> misuse(type.getSimpleName() + "=" + name + ", allowed are " + all(type)));
  }

  private static <E extends Enum<E>> String all(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> constant.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  private ParameterException misuse(String sentence) {
    return new ParameterException(spec.commandLine(), sentence + ".");
  }
}
