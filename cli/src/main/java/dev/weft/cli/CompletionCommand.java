package dev.weft.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weft completion}: prints a script with which bash and zsh complete the command line. */
@Command(
    name = "completion",
    header = "Print a script that completes command lines in bash and zsh.",
    description = "%nIt knows each command and option, and is printed to standard output.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(./weft completion)             in this shell",
      "  ./weft completion > ~/.local/share/bash-completion/completions/weft",
      "                                          in each new bash",
    })
final class CompletionCommand implements Runnable {
  @Spec private CommandSpec spec;

  CompletionCommand() {}

  @Override
  public void run() {
    CommandLine root = spec.root().commandLine();
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash(root.getCommandName(), root));
    out.flush();
  }
}
