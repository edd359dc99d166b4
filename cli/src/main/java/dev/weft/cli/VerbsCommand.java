package dev.weft.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weft verbs}: the subcommands for verbs devices. */
@Command(
    name = "verbs",
    header = "Devices of the verbs API: attributes and measurements.",
    customSynopsis = "weft verbs <command> [options]",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft verbs info                 the devices and their ports",
      "  weft verbs info -v -d shm0      every attribute and limit of one",
      "  weft verbs perf                 measure them in the manner of perftest",
    },
    subcommands = {VerbsInfoCommand.class, VerbsPerfCommand.class})
final class VerbsCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Prints the help if no subcommand is given. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
