package dev.weft.cli;

import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.process.ShmFolder;
import dev.weft.cli.process.Shutdown;
import dev.weft.cli.process.StandardOutput;
import dev.weft.cli.report.LineWrap;
import dev.weft.cli.top.TopFailure;
import dev.weft.fabric.FabricException;
import dev.weft.verbs.VerbsException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The {@code weft} command. */
@Command(
    name = "weft",
    header = "Weft: completion queues for the JVM, with the semantics of libfabric's fi_cq(3).",
    synopsisHeading = "%nUsage: ",
    customSynopsis = "weft <command> [options]",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft perf                          measure, and check every byte",
      "  weft perf --serve anna             wait for `weft perf anna` elsewhere",
      "  weft perf --wait virtual --size 8  on virtual threads, one size",
      "  weft info -v                       all attributes of the fabrics here",
      "  weft info --caps tagged,rma        which fabrics can do that, or why not",
      "  weft verbs info -v                 the devices of the verbs API",
      "  weft conformance --clause CQ       the clauses about completion queues",
      "  weft soak --messages 1000000 --wakeups 10000 --kills 100",
      "                                     lose nothing, survive kill -9",
      "  weft top 4711                      queues, links and rates of a process",
      "",
      "`weft <command> --help` explains a command.",
      "Exit status: 0 good, 1 something was found wrong or failed, 2 the command line",
      "is wrong, 141 the output was closed by its reader.",
    },
    version = "weft 0.1.0-SNAPSHOT")
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  private boolean verbose;

  Main() {}

  @Option(
      names = "--shm-folder",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = {
        "Where shm keeps its files.",
        "Default: WEFT_SHM_FOLDER, else /dev/shm.",
      })
  void setShmFolder(Path folder) {
    if (folder.toString().isEmpty()) {
      throw new ParameterException(spec.commandLine(), "shm-folder= is empty; name a folder.");
    }
    System.setProperty(ShmFolder.PROPERTY, folder.toString());
  }

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    StandardOutput.endsProcess();
    Shutdown.endsChildren();
    System.exit(commandLine(arguments).execute(arguments));
  }

  /** Builds the command with those subcommands that these arguments need; without any, with all. */
  static CommandLine commandLine(String... arguments) {
    Main main = new Main();
    CommandLine commandLine = new CommandLine(main);
    for (Subcommand each : Subcommand.neededBy(arguments)) {
      commandLine.addSubcommand(each.word(), each.type());
    }
    commandLine
        .setUsageHelpLongOptionsMaxWidth(24)
        .setHelpFactory(Help::forTerminal)
        .registerConverter(int.class, Main::wholeInt)
        .registerConverter(long.class, Main::wholeLong)
        .registerConverter(Long.class, Main::wholeLong)
        .setParameterExceptionHandler(Main::explainMisuse)
        .setExecutionExceptionHandler(main::explainFailure);
    styleHelpOfAll(commandLine);
    return commandLine;
  }

  private static int wholeInt(String text) {
    return whole(text, Integer::valueOf);
  }

  private static long wholeLong(String text) {
    return whole(text, Long::valueOf);
  }

  private static <T> T whole(String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("is not a whole number, or too large");
    }
  }

  private static void styleHelpOfAll(CommandLine parent) {
    for (CommandLine command : parent.getSubcommands().values()) {
      styleHelp(command);
      styleHelpOfAll(command);
    }
  }

  private static void styleHelp(CommandLine command) {
    command
        .getCommandSpec()
        .usageMessage()
        .abbreviateSynopsis(true)
        .synopsisHeading("%nUsage: ")
        .optionListHeading("%nOptions:%n")
        .sortOptions(false);
  }

  /** Prints the help if no subcommand is given. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int explainMisuse(ParameterException e, String[] arguments) {
    Shutdown.awaitIfUnderWay();
    PrintWriter err = e.getCommandLine().getErr();
    err.println(LineWrap.wrap("weft: " + ShmFolder.byOption(Misuse.sentence(e)), "  "));
    err.println("Try `" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help`.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  private int explainFailure(Exception e, CommandLine command, ParseResult parsed) {
    Shutdown.awaitIfUnderWay();
    PrintWriter err = command.getErr();
    err.println(LineWrap.wrap("weft: " + ShmFolder.byOption(sentence(e)), "  "));
    if (verbose) {
      e.printStackTrace(err);
    }
    err.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String sentence(Exception e) {
    return switch (e) {
      case PerfFailure failure -> failure.getMessage();
      case TopFailure failure -> failure.getMessage();
      case FabricException failure -> failure.getMessage();
      case VerbsException failure -> failure.getMessage();
      case FileSystemException failure ->
          failure.getFile() + " cannot be used: " + reason(failure) + ".";
      case IOException failure -> "Writing or reading failed: " + failure.getMessage() + ".";
      default ->
          "An unexpected %s: %s. Run again with --verbose for the stack trace."
              .formatted(e.getClass().getSimpleName(), e.getMessage());
    };
  }

  private static String reason(FileSystemException e) {
    return switch (e) {
      case NoSuchFileException _ -> "no such file";
      case AccessDeniedException _ -> "permission denied";
      default -> Objects.requireNonNullElse(e.getReason(), e.getClass().getSimpleName());
    };
  }
}
