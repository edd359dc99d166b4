package dev.weft.cli;

import dev.weft.cli.report.Roff;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command and all of its subcommands: what their help says, on one page. */
final class ManualPage {
  private static final ColorScheme PLAIN = CommandLine.Help.defaultColorScheme(Ansi.OFF);

  private final Roff roff;

  private ManualPage(CommandSpec root) {
    roff = new Roff(root.name(), root.version()[0]);
  }

  /** The page in roff. */
  static String of(CommandSpec root) {
    ManualPage page = new ManualPage(root);
    page.roff
        .section("NAME")
        .text(List.of(root.name() + " - " + root.usageMessage().header()[0]))
        .section("SYNOPSIS")
        .text(List.of(synopsis(root)))
        .section("OPTIONS");
    page.addOptions(root);
    page.roff.section("COMMANDS");
    page.addCommands(root);
    page.roff.section("EXAMPLES").text(lines(root.usageMessage().footer()));
    return page.roff.toString();
  }

  private void addCommands(CommandSpec parent) {
    for (CommandLine child : parent.subcommands().values()) {
      CommandSpec command = child.getCommandSpec();
      if (!command.usageMessage().hidden()) {
        addCommand(command);
        addCommands(command);
      }
    }
  }

  private void addCommand(CommandSpec command) {
    roff.subsection(synopsis(command)).text(lines(command.usageMessage().header()));
    for (String paragraph : command.usageMessage().description()) {
      roff.paragraph().text(lines(paragraph));
    }
    for (PositionalParamSpec parameter : command.positionalParameters()) {
      roff.entry(parameter.paramLabel()).text(lines(parameter.description()));
    }
    addOptions(command);
    if (command.usageMessage().footer().length > 0) {
      roff.paragraph().text(List.of("Examples:")).text(lines(command.usageMessage().footer()));
    }
  }

  private static String synopsis(CommandSpec command) {
    String parameters =
        command.positionalParameters().stream()
            .map(parameter -> " [" + parameter.paramLabel() + "]")
            .collect(Collectors.joining());
    String child = command.subcommands().isEmpty() ? "" : " <command>";
    return command.qualifiedName() + child + " [options]" + parameters;
  }

  /** Adds the options of a command, without those that it inherits. */
  private void addOptions(CommandSpec command) {
    Help help = new Help(command, PLAIN);
    for (OptionSpec option : command.options()) {
      if (!option.hidden() && !option.inherited()) {
        OptionSpec documented = help.documented(option);
        roff.entry(label(documented)).text(lines(documented.description()));
      }
    }
  }

  private static String label(OptionSpec option) {
    String names = String.join(", ", option.names());
    return names + (option.arity().max() == 0 ? "" : parameter(option));
  }

  private static String parameter(ArgSpec option) {
    String parameter = "=" + option.paramLabel();
    return option.arity().min() == 0 ? "[" + parameter + "]" : parameter;
  }

  private static List<String> lines(String... texts) {
    return Arrays.stream(texts).flatMap(ManualPage::split).toList();
  }

  private static Stream<String> split(String text) {
    return text.replace("%n", "\n").replace("%%", "%").lines();
  }
}
