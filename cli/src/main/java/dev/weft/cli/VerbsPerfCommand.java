package dev.weft.cli;

import dev.weft.verbs.Device;
import dev.weft.verbs.Devices;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;

/** {@code weft verbs perf}: {@code weft perf} for verbs devices, modelled on perftest. */
@Command(
    name = "perf",
    header = "Measure verbs devices; every byte is checked.",
    description = {
      "%nTwo reliable connected queue pairs exchange messages, read, write and change each other's"
          + " memory: on loopback0 inside this process, on shm0 with a second process. The options"
          + " are those of `weft perf`; with --wait park threads arm, poll, and sleep in"
          + " ibv_get_cq_event.",
    },
    parameterListHeading = "%nArgument:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft verbs perf                        all tests on all devices",
      "  weft verbs perf --fabric shm0 --test write,read",
      "                                         as ib_write_bw and ib_read_bw do",
      "  weft verbs perf --test ping-pong --wait park",
      "                                         with events instead of polling",
    })
final class VerbsPerfCommand extends PerfCommand {
  @Override
  List<String> usualFabrics() {
    return List.of(DEVICES);
  }

  @Override
  List<String> allowedFabrics() {
    return Devices.list().stream().map(Device::name).toList();
  }

  @Override
  String whyNoOthers() {
    return Devices.obstacles().stream().map("; "::concat).collect(Collectors.joining());
  }

  @Override
  String sizesOfDevices() {
    return "8,64,4K,64K,1M";
  }

  @Override
  String[] describe(OptionSpec option) {
    return switch (option.longestName()) {
      case "--fabric", "--provider" ->
          new String[] {
            "Devices to measure. Default: loopback0,shm0; with NAME shm0.",
            "  loopback0  both ends in this process",
            "  shm0       each end in a process of its own",
            "  rxe0, ...  libibverbs', each end in a process of its own",
          };
      case "--wait" ->
          new String[] {
            "How threads wait. Default: spin.",
            "  spin     ibv_poll_cq again and again",
            "  yield    the same, and yield the processor",
            "  park     ibv_get_cq_event on platform threads",
            "  virtual  ibv_get_cq_event on virtual threads",
          };
      case "--test" -> ofDevices(option.description().clone());
      case "--size" ->
          new String[] {"Message sizes. Default: 8,64,4K,64K,1M; of a file 4K,64K,1M."};
      case "--memory" ->
          new String[] {
            "Memory of the messages. Default: shared.",
            "  shared    ProtectionDomain.allocate, others map it",
            "  ordinary  of an arena; see weft info for the copies",
          };
      case "--threading" -> new String[] {"No effect on devices; accepted as in weft perf."};
      default -> option.description();
    };
  }

  private static String[] ofDevices(String[] tests) {
    tests[0] =
        "Tests to run. Default: all but file, on shm0 without one-thread; with --payload file.";
    tests[1] = "  ping-pong     messages to and fro";
    return tests;
  }
}
