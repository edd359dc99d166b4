package dev.weft.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weft man}: prints the manual page. */
@Command(
    name = "man",
    header = "Print the manual page weft(1).",
    description = "%nIt has every command and option, and is printed to standard output as roff.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft man > weft.1; man ./weft.1           read it",
      "  weft man > ~/.local/share/man/man1/weft.1",
      "                                            then `man weft` finds it",
    })
final class ManCommand implements Runnable {
  @Spec private CommandSpec spec;

  ManCommand() {}

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(ManualPage.of(spec.root()));
    out.flush();
  }
}
