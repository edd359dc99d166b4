package dev.weft.cli;

import dev.weft.cli.report.DeviceTable;
import dev.weft.cli.report.LineWrap;
import dev.weft.verbs.Device;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsContext;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weft verbs info}, modelled on {@code ibv_devinfo(1)}: lists the devices. */
@Command(
    name = "info",
    header = "List devices, their ports, and with -v every attribute and limit.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft verbs info                 the devices and their ports",
      "  weft verbs info -l              their names only",
      "  weft verbs info -v -d shm0      every attribute and limit of one",
    })
final class VerbsInfoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-d", "--device", "--fabric", "--provider"},
      paramLabel = "NAME",
      description = "Only this device.")
  private String device;

  @Option(
      names = {"-l", "--list"},
      description = "Only names.")
  private boolean onlyNames;

  @Option(names = "-v", description = "Every attribute and limit, with libibverbs' names.")
  private boolean everything;

  @Override
  public Integer call() {
    if (onlyNames && everything) {
      throw Misuse.of(spec, "-l prints names only, omit it or -v");
    }
    PrintWriter out = spec.commandLine().getOut();
    List<Device> devices = devices();
    for (Device each : devices) {
      out.println(onlyNames ? each.name() : describe(each));
    }
    if (!onlyNames) {
      Devices.obstacles()
          .forEach(why -> out.println(LineWrap.wrap("Not available: " + why, "    ")));
    }
    out.flush();
    return devices.isEmpty() ? 1 : 0;
  }

  private String describe(Device each) {
    try (VerbsContext context = each.open()) {
      return DeviceTable.of(context, everything);
    }
  }

  private List<Device> devices() {
    List<Device> all = Devices.list();
    List<Device> wanted =
        all.stream().filter(each -> device == null || each.name().equals(device)).toList();
    if (wanted.isEmpty() && device != null) {
      String names = all.stream().map(Device::name).collect(Collectors.joining(", "));
      throw Misuse.of(spec, "device=" + device + ", allowed are " + names + whyNoOthers());
    }
    return wanted;
  }

  private static String whyNoOthers() {
    return Devices.obstacles().stream().map("; "::concat).collect(Collectors.joining());
  }
}
