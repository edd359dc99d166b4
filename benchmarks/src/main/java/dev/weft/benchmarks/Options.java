package dev.weft.benchmarks;

import dev.weft.cli.report.OutputFile;
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
    if (!known.containsAll(options.names)) {
      options.names.removeAll(known);
      throw new ParameterException(line, "unknown " + options.names + ", allowed " + known);
    }
    if (!options.plotRefusal().isEmpty()) {
      throw new ParameterException(line, "--plot=" + options.plot + options.plotRefusal());
    }
    if (options.names.isEmpty()) {
      options.names = known;
    }
    return options;
  }

  /** Why the plot cannot be written; empty if it can, or none is wanted. */
  private String plotRefusal() {
    if (plot == null) {
      return "";
    }
    return plot.toString().endsWith(".svg")
        ? OutputFile.refusal(plot)
        : ", allowed are names that end in .svg";
  }
}
