package dev.weft.cli;

import java.util.List;
import picocli.CommandLine.Command;

/** {@code weft verbs perf}: {@code weft perf} of devices, in the manner of perftest. */
@Command(
    name = "perf",
    header = "Measure devices with verbs' words; every byte and every completion is checked.",
    description = {
      "%nTwo reliable connected queue pairs exchange messages, read, write and change each other's",
      "memory: on loopback0 inside this process, on shm0 with a second process. The options are",
      "those of `weft perf`; with --wait park threads arm, poll, and sleep in ibv_get_cq_event.",
    },
    parameterListHeading = "%nArgument:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft verbs perf                                  all tests on all devices",
      "  weft verbs perf --fabric shm0 --test write,read  what others call ib_write_bw, ib_read_bw",
      "  weft verbs perf --test ping-pong --wait park     with events instead of polling",
    })
final class VerbsPerfCommand extends PerfCommand {

  @Override
  List<String> usualFabrics() {
    return List.of("loopback0", "shm0");
  }

  @Override
  String sizesOfDevices() {
    return "8,64,4K,64K,1M";
  }
}
