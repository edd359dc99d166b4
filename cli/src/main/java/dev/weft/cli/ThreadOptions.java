package dev.weft.cli;

import dev.weft.cli.perf.machine.TwoProcessors;
import dev.weft.cli.perf.plan.BufferMemory;
import dev.weft.cli.perf.plan.WaitMode;
import dev.weft.fabric.info.Threading;
import picocli.CommandLine.Option;

/**
 * What surrounds the operations of {@code weft perf}; a bad value is an IllegalArgumentException.
 */
final class ThreadOptions {
  @Option(
      names = "--wait",
      paramLabel = "MODE",
      defaultValue = "spin",
      description = {
        "How threads wait. Default: ${DEFAULT-VALUE}.",
        "  spin     read again and again",
        "  yield    FI_WAIT_YIELD: sread that yields",
        "  park     FI_WAIT_UNSPEC: sread, platform threads",
        "  virtual  FI_WAIT_UNSPEC: sread, virtual threads",
      })
  private String wait;

  @Option(
      names = "--no-pin",
      description = {
        "Let the scheduler place the threads. Default: with spin and yield each stays on a"
            + " processor of its own, the first two allowed (taskset), where Linux and native"
            + " access permit it.",
      })
  private boolean notPinned;

  @Option(
      names = "--threading",
      paramLabel = "MODEL",
      defaultValue = "safe",
      description = "safe or domain (no locks). Default: ${DEFAULT-VALUE}.")
  private String threading;

  @Option(
      names = "--memory",
      paramLabel = "KIND",
      defaultValue = "shared",
      description = {
        "Memory of the messages. Default: ${DEFAULT-VALUE}.",
        "  shared    Domain.allocate, which other processes map",
        "  ordinary  of an arena; see weft info for the copies",
      })
  private String memory;

  BufferMemory memory() {
    return BufferMemory.parse(memory);
  }

  WaitMode waitMode() {
    return WaitMode.parse(wait);
  }

  boolean arePinned() {
    return !notPinned && waitMode().isBusy() && TwoProcessors.areAvailable();
  }

  Threading threading() {
    return PerfOptions.threading(threading);
  }
}
