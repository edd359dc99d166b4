package dev.weft.cli;

import dev.weft.cli.report.Terminal;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Formats the help of a command: one name per option, and the texts of the command. */
final class Help extends CommandLine.Help {
  /** Picocli allows no less. */
  private static final int NARROWEST = 55;

  private static final String FABRIC = "--fabric";
  private static final String PROVIDER = "--provider";
  private static final String DEVICE = "--device";

  Help(CommandSpec command, ColorScheme colors) {
    super(command, colors);
  }

  /** The help as wide as the terminal. */
  static Help forTerminal(CommandSpec command, ColorScheme colors) {
    command.usageMessage().width(Math.max(NARROWEST, Terminal.lineWidth() + 1));
    return new Help(command, colors);
  }

  @Override
  public IOptionRenderer createDefaultOptionRenderer() {
    IOptionRenderer usual = super.createDefaultOptionRenderer();
    return (option, labels, colors) -> usual.render(documented(option), labels, colors);
  }

  /** The option with the names and the description that are shown. */
  OptionSpec documented(OptionSpec option) {
    OptionSpec.Builder documented = OptionSpec.builder(option).names(shownNames(option));
    if (commandSpec().userObject() instanceof PerfCommand perf) {
      documented.description(perf.describe(option));
    }
    return documented.build();
  }

  /** The names of an option without its aliases. */
  static String[] shownNames(OptionSpec option) {
    List<String> all = List.of(option.names());
    List<String> aliases = all.contains(DEVICE) ? List.of(FABRIC, PROVIDER) : List.of(PROVIDER);
    return all.stream().filter(name -> !aliases.contains(name)).toArray(String[]::new);
  }
}
