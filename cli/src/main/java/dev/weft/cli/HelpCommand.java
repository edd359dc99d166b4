package dev.weft.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft help}: the same as {@code --help} of a command. */
@Command(name = "help", header = "Show the help of a command.", helpCommand = true)
final class HelpCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..2",
      paramLabel = "COMMAND",
      description = "Such as perf, or verbs perf. Default: all commands.")
  private List<String> words = List.of();

  @Override
  public void run() {
    CommandLine described = spec.commandLine().getParent();
    for (String word : words) {
      CommandLine next = described.getSubcommands().get(word);
      if (next == null) {
        throw Misuse.of(
            spec,
            "COMMAND=%s, allowed are %s"
                .formatted(
                    String.join(" ", words),
                    String.join(", ", described.getSubcommands().keySet())));
      }
      described = next;
    }
    described.usage(spec.commandLine().getOut());
  }
}
