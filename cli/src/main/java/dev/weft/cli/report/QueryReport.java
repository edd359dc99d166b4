package dev.weft.cli.report;

import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.info.Mismatch;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Explains why providers do not match the requested attributes. */
public final class QueryReport {
  private static final String OFI = "ofi";
  private static final String NO_MODULE =
      "libfabric's providers need the module dev.weft.ffm (weft-native) on the path.";

  private QueryReport() {}

  /**
   * Ends the command with the reasons if no provider matches.
   *
   * @param devices the other names that are allowed
   */
  public static void requireMatch(CommandSpec command, FabricInfo hints, String... devices) {
    List<InfoResult> answers = Fabrics.explain(hints);
    if (answers.stream().noneMatch(InfoResult::matches)) {
      throw new ParameterException(command.commandLine(), noMatch(hints, answers, devices));
    }
  }

  /** Ends the command if no provider has the name that was asked for. */
  public static void requireName(CommandSpec command, FabricInfo hints, List<InfoResult> answers) {
    if (isUnknown(hints.fabric().providerName(), answers)) {
      throw new ParameterException(command.commandLine(), noMatch(hints, answers));
    }
  }

  private static boolean isUnknown(String asked, List<InfoResult> answers) {
    return asked != null && answers.stream().noneMatch(answer -> isFor(answer, asked));
  }

  /** Why none of these providers matches. */
  public static String noMatch(FabricInfo hints, List<InfoResult> answers, String... devices) {
    String asked = hints.fabric().providerName();
    if (answers.isEmpty()) {
      return "No fabric is on the module path or class path.";
    }
    if (isUnknown(asked, answers)) {
      return noSuchName(asked, names(answers, devices));
    }
    return "No fabric here does what was asked." + System.lineSeparator() + reasons(answers);
  }

  /** Whether a provider has this name, or stands for several ({@code ofi} for {@code ofi:tcp}). */
  private static boolean isFor(InfoResult answer, String name) {
    return name.equals(answer.provider()) || name.startsWith(answer.provider() + ":");
  }

  /** The reasons of those that do not match. */
  public static String reasons(List<InfoResult> answers) {
    return answers.stream()
        .filter(answer -> !answer.matches())
        .flatMap(answer -> answer.reasons().stream().map(why -> reason(answer.provider(), why)))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static List<String> names(List<InfoResult> answers, String... devices) {
    Stream<String> providers = answers.stream().map(InfoResult::provider);
    Stream<String> fabrics = providers.map(name -> name.equals("ofi") ? "ofi:NAME" : name);
    return Stream.concat(fabrics, Stream.of(devices)).toList();
  }

  private static String noSuchName(String asked, List<String> names) {
    String suggestion = asked.startsWith(OFI) ? NO_MODULE : Suggestion.of(asked, names);
    return "fabric=%s, allowed are %s%s"
        .formatted(asked, String.join(", ", names), suggestion.isEmpty() ? "." : "; " + suggestion);
  }

  private static String reason(String provider, Mismatch why) {
    return "  %s: %s does not match%n".formatted(provider, why.attribute())
        + line("asked", spaced(why.asked()))
        + line("available", spaced(why.available())).stripTrailing();
  }

  private static String spaced(String names) {
    return names.replace("|", ", ");
  }

  private static String line(String title, String text) {
    String line = "      %-10s %s".formatted(title, text);
    return LineWrap.wrap(line, " ".repeat(17)) + System.lineSeparator();
  }
}
