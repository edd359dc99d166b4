package dev.weft.cli;

import dev.weft.cli.process.Shutdown;
import dev.weft.cli.report.Machine;
import dev.weft.cli.report.OutputFile;
import dev.weft.cli.report.Progress;
import dev.weft.conformance.ClauseFilter;
import dev.weft.conformance.ClauseResult;
import dev.weft.conformance.ConformanceKit;
import dev.weft.conformance.DifferentialReport;
import dev.weft.conformance.ProviderVersion;
import dev.weft.conformance.Vocabulary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs the clauses on several providers and writes their verdicts side by side. */
final class ConformanceComparison {
  private static final Set<Vocabulary> VERBS = Set.of(Vocabulary.VERBS);

  private static final String OF_PROVIDERS =
      """
      # Conformance of the providers

      Each clause of the specification is checked on each provider, in thread-safe and in
      one-thread-at-a-time domains. Each provider runs in a process of its own, all of them at
      the same time; a check that crashes or blocks the process is a result, and the next one is
      in a fresh process. `pass`: the clause is kept. `choice`: the clause leaves a choice.
      `skip`: the provider does not offer what the check needs. `FAIL`, `HANG`, `CRASH`: the
      clause is not kept. Two words in a cell are those of the two kinds of domains. Failures of
      libfabric's providers are listed with what is known of them. What is marked new has not
      been judged yet: it may be a deviation of libfabric, of the module `dev.weft.ffm`, or a
      check that assumes what libfabric does not promise. [The clauses](clauses.md) are a page
      of their own.

      """;

  private static final String OF_DEVICES =
      """
      # Conformance of verbs devices

      Each clause of the specification is checked on each device twice: with plain queues that
      are polled (`safe`), and with extended queues for a single thread that are read by the
      iterator (`domain`). Each device runs in a process of its own, all of them at the same
      time; a check that crashes or blocks the process is a result, and the next one is in a
      fresh process. `pass`: the clause is kept. `choice`: the clause leaves a choice. `skip`:
      the device does not offer what the check needs. `FAIL`, `HANG`, `CRASH`: the clause is not
      kept. Two words in a cell are those of the two kinds of queues. Failures of libibverbs'
      devices are listed with what is known of them. What is marked new has not been judged yet:
      it may be a deviation of the device, of the module `dev.weft.ffm`, or a check that assumes
      what the manual pages do not promise. [The clauses](clauses.md) are a page of their own.

      """;

  private final List<String> providers;
  private final ClauseFilter filter;
  private final String commandLine;

  ConformanceComparison(List<String> providers, ClauseFilter filter, String commandLine) {
    this.providers = providers;
    this.filter = filter;
    this.commandLine = commandLine;
  }

  /**
   * Runs all checks.
   *
   * @param checks how many these are
   * @param json whether to print each verdict
   * @param listener called with each verdict, but not with those of processes that end because this
   *     one does
   */
  DifferentialReport run(long checks, boolean json, Consumer<ClauseResult> listener)
      throws InterruptedException {
    try (Progress progress = Progress.start("weft conformance", checks)) {
      return ConformanceKit.compare(
          providers,
          filter,
          (provider, result) -> {
            Shutdown.awaitIfUnderWay();
            listener.accept(result);
            finished(progress, json, provider, result);
          });
    }
  }

  private static void finished(
      Progress progress, boolean json, String provider, ClauseResult result) {
    progress.step();
    progress.describe(provider + " " + result.clause().id());
    if (json) {
      progress.println("{\"provider\":\"" + provider + "\"," + result.toJson().substring(1));
    }
  }

  /** Writes the report. */
  void write(DifferentialReport report, Path file) throws IOException {
    String versions =
        providers.stream().map(ProviderVersion::describe).collect(Collectors.joining(", "));
    OutputFile.write(file, title(Machine.describe() + "; " + versions) + report.toMarkdown());
  }

  private String title(String versions) {
    String head = filter.vocabularies().equals(VERBS) ? OF_DEVICES : OF_PROVIDERS;
    return head
        + """
        Written by

            ./weft %s

        with %s.

        """
            .formatted(commandLine, versions);
  }
}
