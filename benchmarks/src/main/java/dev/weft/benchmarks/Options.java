package dev.weft.benchmarks;

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
    if (options.names.isEmpty()) {
      options.names = known;
    }
    return options;
  }
}
