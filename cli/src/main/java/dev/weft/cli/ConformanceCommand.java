package dev.weft.cli;

import dev.weft.cli.process.Shutdown;
import dev.weft.cli.process.StandardOutput;
import dev.weft.cli.report.LineWrap;
import dev.weft.cli.report.OutputFile;
import dev.weft.cli.report.Progress;
import dev.weft.cli.report.QueryReport;
import dev.weft.cli.report.ShmProbe;
import dev.weft.conformance.ClauseFilter;
import dev.weft.conformance.ClausePage;
import dev.weft.conformance.ClauseResult;
import dev.weft.conformance.ConformanceKit;
import dev.weft.conformance.ConformanceReport;
import dev.weft.conformance.DifferentialReport;
import dev.weft.conformance.Vocabulary;
import dev.weft.conformance.check.Clause;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code weft conformance}: runs the clauses of the specification against a provider. */
@Command(
    name = "conformance",
    header = "Check a provider against each clause of the specification.",
    description = {
      "%nEach clause is checked in thread-safe and in one-thread-at-a-time domains. The verdicts:",
      "%n  passed   the clause is kept"
          + "%n  chosen   the clause leaves a choice; the reason says which was made"
          + "%n  skipped  the provider does not offer this feature"
          + "%n  failed   the reason says what was expected and what was seen",
      "%nThe exit status is 1 when one failed. Where endpoints reach other processes, one peer of"
          + " each check lives in a second process. Verbs have no such domains: safe means plain"
          + " queues that are polled, domain means extended queues for a single thread that are"
          + " read by the iterator.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  weft conformance                        every clause, on loopback",
      "  weft conformance --fabric shm           every clause, between two processes",
      "  weft conformance --clause CQ-014,ER,VC  one clause and two groups",
      "  weft conformance --vocabulary verbs     only the clauses of verbs",
      "  weft conformance --json                 one JSON object a line",
      "  weft conformance --fabric shm,ofi:tcp --report report.md",
      "                                          providers side by side",
      "  weft conformance --clauses clauses.md   what the numbers mean",
    })
final class ConformanceCommand implements Callable<Integer> {
  /** Options that --clauses does not go with. */
  private static final List<String> OF_CHECKS =
      List.of("--fabric", "--report", "--vocabulary", "--clause", "--threading", "--json");

  @Spec private CommandSpec spec;

  @Option(
      names = {"--fabric", "--provider"},
      paramLabel = "LIST",
      split = ",",
      defaultValue = "loopback",
      description = "Providers to check, such as shm,ofi:tcp. Default: ${DEFAULT-VALUE}.")
  private List<String> providers;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = {
        "Check each provider in a process of its own, where a crash is a result, and write the"
            + " verdicts side by side into FILE, in Markdown.",
        "Then the exit status is 1 when a failure is no known deviation.",
      })
  private Path file;

  @Option(
      names = "--clauses",
      paramLabel = "FILE",
      description =
          "Write number, title and document of every clause into FILE, and check nothing.")
  private Path page;

  @Option(
      names = "--vocabulary",
      paramLabel = "NAME",
      description = "Only fabric (libfabric API) or only verbs. Default: both.")
  private String vocabulary;

  @Option(
      names = "--clause",
      paramLabel = "LIST",
      description = "Clauses and groups, such as CQ-014,ER. Default: all.")
  private String clauses;

  @Option(
      names = "--threading",
      paramLabel = "MODEL",
      description = "Only safe or only domain. Default: both.")
  private String threading;

  @Option(names = "--json", description = "Print one JSON object a line instead of the table.")
  private boolean json;

  private final List<ClauseResult> finished = new CopyOnWriteArrayList<>();
  private volatile boolean ended;

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireFile("clauses", page);
    requireFile("report", file);
    if (page != null) {
      requireNoCheck();
      OutputFile.write(page, ClausePage.markdown());
      return 0;
    }
    ClauseFilter filter = filter();
    providers.forEach(provider -> checkProvider(provider, filter));
    requireChecks(filter);
    if (file != null) {
      return compare(filter);
    }
    if (providers.size() > 1) {
      throw Misuse.of(
          spec, "provider=" + String.join(",", providers) + ", several need --report FILE");
    }
    return check(providers.getFirst(), filter);
  }

  private void requireNoCheck() {
    ParseResult given = spec.commandLine().getParseResult();
    for (String option : OF_CHECKS) {
      if (given.hasMatchedOption(option)) {
        throw Misuse.of(spec, "--clauses writes every clause and checks nothing; omit " + option);
      }
    }
  }

  private int compare(ClauseFilter filter) throws IOException, InterruptedException {
    String line = String.join(" ", spec.commandLine().getParent().getParseResult().originalArgs());
    ConformanceComparison comparison = new ConformanceComparison(providers, filter, line);
    long checks = providers.stream().mapToLong(provider -> checks(provider, filter)).sum();
    Shutdown.before(() -> reportEarlyEnd(checks));
    DifferentialReport report = comparison.run(checks, json, finished::add);
    Shutdown.awaitIfUnderWay();
    ended = true;
    comparison.write(report, file);
    if (!json) {
      spec.commandLine().getOut().println(report.totals());
      spec.commandLine().getOut().flush();
    }
    return report.isAllKnown() ? 0 : 1;
  }

  private int check(String provider, ClauseFilter filter) {
    ConformanceReport report;
    long checks = checks(provider, filter);
    Shutdown.before(() -> reportEarlyEnd(checks));
    try (Progress progress = Progress.start("weft conformance", checks)) {
      report = ConformanceKit.run(provider, filter, result -> finished(progress, result));
    }
    Shutdown.awaitIfUnderWay();
    ended = true;
    if (!json) {
      print(provider, report);
    }
    return report.conforms() ? 0 : 1;
  }

  /** Without {@code --json}, whose lines are printed already. */
  private void reportEarlyEnd(long checks) {
    if (!ended && !json && !StandardOutput.isLost()) {
      List<String> failures =
          finished.stream().filter(ClauseResult::failed).map(r -> r.clause().id()).toList();
      String which = failures.isEmpty() ? "" : ": " + String.join(", ", failures);
      System.out.println(
          LineWrap.wrap(
              "ended early after %d of %d checks, %d failed%s"
                  .formatted(finished.size(), checks, failures.size(), which),
              "  "));
    }
  }

  private void finished(Progress progress, ClauseResult result) {
    finished.add(result);
    progress.step();
    progress.describe(result.clause().id());
    if (json) {
      progress.println(result.toJson());
    }
  }

  private void print(String provider, ConformanceReport report) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("weft conformance: provider " + provider);
    out.println();
    out.println(LineWrap.wrap(report.toText(), report.indent()));
    out.flush();
  }

  private ClauseFilter filter() {
    if (clauses != null && clauses.isBlank()) {
      throw Misuse.of(spec, "clause= is empty, allowed are clauses and groups, such as CQ-014,ER");
    }
    ClauseFilter filter = ClauseFilter.of(clauses);
    List<String> unknown = filter.unknown(ConformanceKit.clauses());
    if (!unknown.isEmpty()) {
      throw Misuse.of(
          spec,
          "clause=%s, allowed are %s and clauses such as CQ-014"
              .formatted(String.join(",", unknown), groups(ConformanceKit.clauses())));
    }
    filter = vocabulary == null ? filter : filter.of(words());
    return threading == null ? filter : filter.in(model());
  }

  private Vocabulary words() {
    return switch (vocabulary.toLowerCase(Locale.ROOT)) {
      case "fabric" -> Vocabulary.FABRIC;
      case "verbs" -> Vocabulary.VERBS;
      default -> throw Misuse.of(spec, "vocabulary=" + vocabulary + ", allowed are fabric, verbs");
    };
  }

  private Threading model() {
    return switch (threading.toLowerCase(Locale.ROOT)) {
      case "safe" -> Threading.SAFE;
      case "domain" -> Threading.DOMAIN;
      default -> throw Misuse.of(spec, "threading=" + threading + ", allowed are safe, domain");
    };
  }

  private static String groups(List<Clause> clauses) {
    return clauses.stream().map(Clause::group).distinct().collect(Collectors.joining(", "));
  }

  private static String word(Vocabulary vocabulary) {
    return vocabulary.name().toLowerCase(Locale.ROOT);
  }

  /** Each name must select a check that one of the providers can be given. */
  private void requireChecks(ClauseFilter filter) {
    List<Vocabulary> words =
        filter.vocabularies().stream()
            .filter(each -> providers.stream().anyMatch(each::isOffered))
            .toList();
    List<Clause> offered =
        ConformanceKit.clauses().stream()
            .filter(clause -> words.contains(Vocabulary.of(clause)))
            .toList();
    List<String> foreign = filter.unknown(offered);
    if (!foreign.isEmpty()) {
      throw Misuse.of(
          spec,
          "clause=%s, allowed with vocabulary=%s on %s are %s"
              .formatted(
                  String.join(",", foreign),
                  words.stream().map(ConformanceCommand::word).collect(Collectors.joining(",")),
                  String.join(",", providers),
                  groups(offered)));
    }
    requireModel(filter, offered);
  }

  private void requireModel(ClauseFilter filter, List<Clause> offered) {
    List<Clause> checked =
        offered.stream()
            .filter(clause -> !Collections.disjoint(clause.threadings(), filter.threadings()))
            .toList();
    List<String> idle = filter.unknown(checked);
    if (!idle.isEmpty()) {
      throw Misuse.of(
          spec,
          "threading=%s, allowed for clause=%s is safe"
              .formatted(threading, String.join(",", idle)));
    }
  }

  private long checks(String provider, ClauseFilter filter) {
    return filter.clauses().stream()
        .filter(clause -> Vocabulary.of(clause).isOffered(provider))
        .flatMap(clause -> clause.threadings().stream())
        .filter(filter.threadings()::contains)
        .count();
  }

  private void checkProvider(String provider, ClauseFilter filter) {
    List<Vocabulary> offered = ConformanceKit.vocabularies(provider);
    FabricInfo hints = FabricInfo.builder().provider(provider).build();
    if (offered.isEmpty()) {
      QueryReport.requireMatch(spec, hints);
    }
    if (offered.contains(Vocabulary.FABRIC)) {
      ShmProbe.require(spec, hints);
    }
    if (offered.stream().noneMatch(filter.vocabularies()::contains)) {
      throw Misuse.of(
          spec,
          "vocabulary=%s, %s has only %s"
              .formatted(vocabulary, provider, word(offered.getFirst())));
    }
  }

  private void requireFile(String option, Path written) {
    String refusal = written == null ? "" : OutputFile.refusal(written);
    if (!refusal.isEmpty()) {
      throw Misuse.of(spec, option + "=" + written + refusal);
    }
  }
}
