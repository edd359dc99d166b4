package dev.weft.cli;

import dev.weft.cli.report.Suggestion;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes what is wrong with a command line, in the names that its help has. */
final class Misuse {
  private Misuse() {}

  /** The failure of a command whose options have no meaning; the sentence lacks its full stop. */
  static ParameterException of(CommandSpec spec, String sentence) {
    return new ParameterException(spec.commandLine(), sentence + ".");
  }

  /** A sentence, with suggestions for mistyped names. */
  static String sentence(ParameterException e) {
    if (e.getCause() instanceof TypeConversionException why && e.getArgSpec() != null) {
      return "%s=%s %s."
          .formatted(name(e.getArgSpec()).replaceFirst("^-*", ""), e.getValue(), why.getMessage());
    }
    return switch (e) {
      case MissingParameterException missing -> missing(missing);
      case OverwrittenOptionException twice ->
          name(twice.getOverwritten()) + " is given twice, allowed is once.";
      case UnmatchedArgumentException unmatched -> unmatched(unmatched);
      default -> e.getMessage();
    };
  }

  private static String missing(MissingParameterException e) {
    ArgSpec missing = e.getMissing().getFirst();
    return name(missing) + " needs " + missing.paramLabel() + ".";
  }

  private static String unmatched(UnmatchedArgumentException e) {
    CommandLine command = e.getCommandLine();
    String first = e.getUnmatched().getFirst();
    if (first.startsWith("-")) {
      return unknownOption(e, first.replaceFirst("=.*", ""));
    }
    if (command.getSubcommands().isEmpty()) {
      return "%s is one argument too many, allowed are %s."
          .formatted(first, arguments(command.getCommandSpec()));
    }
    return "There is no command %s; there are %s."
        .formatted(
            first.isBlank() ? '"' + first + '"' : first,
            String.join(", ", command.getSubcommands().keySet()));
  }

  private static String unknownOption(UnmatchedArgumentException e, String name) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String suggestion = Suggestion.of(name, command.optionsMap().keySet());
    return suggestion.isEmpty() ? e.getMessage() : e.getMessage() + "; " + suggestion;
  }

  private static String arguments(CommandSpec command) {
    String labels =
        command.positionalParameters().stream()
            .map(ArgSpec::paramLabel)
            .collect(Collectors.joining(", "));
    return labels.isEmpty() ? "options only" : "one " + labels + " and options";
  }

  /** The longest name of an option that the help shows. */
  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? Arrays.stream(Help.shownNames(option))
            .max(Comparator.comparingInt(String::length))
            .orElseThrow()
        : argument.paramLabel();
  }
}
