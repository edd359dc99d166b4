package dev.weft.benchmarks;

import dev.weft.cli.report.OutputFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The command line; {@code run --help} explains it. */
final class Options {
  @Option(names = "--quick")
  boolean quick;

  @Option(names = "--json")
  boolean json;

  @Option(names = "--plot")
  Path plot;

  @Option(names = "--compare", arity = "2")
  List<Path> compare = List.of();

  @Parameters Set<String> names = new LinkedHashSet<>();

  private Options() {}

  /**
   * Reads a command line; all {@code known} names if it has none.
   *
   * @throws ParameterException with what is allowed
   */
  static Options parse(Set<String> known, String... arguments) {
    Options options = new Options();
    CommandLine line = new CommandLine(options);
    line.parseArgs(arguments);
    String refusal = options.refusal(known);
    if (!refusal.isEmpty()) {
      throw new ParameterException(line, refusal);
    }
    if (options.names.isEmpty()) {
      options.names = known;
    }
    return options;
  }

  /** What is wrong, empty if nothing is. */
  private String refusal(Set<String> known) {
    if (!known.containsAll(names)) {
      names.removeAll(known);
      return "unknown " + names + ", allowed " + known;
    }
    for (Path file : compare) {
      if (!Files.isReadable(file)) {
        return "--compare: " + file + " cannot be read";
      }
    }
    return plot == null ? "" : plotRefusal();
  }

  private String plotRefusal() {
    String refusal =
        plot.toString().endsWith(".svg")
            ? OutputFile.refusal(plot)
            : ", allowed are names that end in .svg";
    return refusal.isEmpty() ? "" : "--plot=" + plot + refusal;
  }
}
