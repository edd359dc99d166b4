package dev.weft.cli;

import java.util.List;
import java.util.Locale;

/**
 * The commands of {@code weft}, in the order of its help. Reading the options of all of them takes
 * a tenth of the time of a short command, so only the one that is executed is added.
 */
enum Subcommand {
  PERF(PerfCommand.class),
  INFO(InfoCommand.class),
  CONFORMANCE(ConformanceCommand.class),
  SOAK(SoakCommand.class),
  TOP(TopCommand.class),
  VERBS(VerbsCommand.class),
  COMPLETION(CompletionCommand.class),
  MAN(ManCommand.class),
  HELP(HelpCommand.class);

  private final Class<?> type;

  Subcommand(Class<?> type) {
    this.type = type;
  }

  /** As on the command line. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  Class<?> type() {
    return type;
  }

  /** The commands that a command line needs: the one that its first argument names, or all. */
  static List<Subcommand> neededBy(String... arguments) {
    String first = arguments.length == 0 ? "" : arguments[0];
    for (Subcommand each : values()) {
      if (each.word().equals(first) && !each.describesAll()) {
        return List.of(each);
      }
    }
    return List.of(values());
  }

  private boolean describesAll() {
    return this == COMPLETION || this == MAN || this == HELP;
  }
}
