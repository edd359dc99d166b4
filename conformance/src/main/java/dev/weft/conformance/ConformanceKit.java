package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.PeerSupply;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.info.Threading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Entry point of the conformance kit. The {@code weft conformance} command, tests and authors of
 * providers start runs here.
 */
public final class ConformanceKit {
  private ConformanceKit() {}

  /** Every clause of both APIs, in the order of the catalogues' groups. */
  public static List<Clause> clauses() {
    return ClauseFilter.all().clauses();
  }

  /** The APIs that a provider implements; none if there is no such provider. */
  public static List<Vocabulary> vocabularies(String provider) {
    return Arrays.stream(Vocabulary.values()).filter(v -> v.isOffered(provider)).toList();
  }

  /**
   * Runs the clauses of the filter for each API that the provider implements. If its endpoints
   * reach another process, one peer of each check lives in a peer process, which this call starts
   * and ends.
   *
   * @param provider its name, as in {@code FabricAttributes.providerName()}
   * @param listener called with each verdict as soon as it is known
   * @throws FabricException of {@code FI_ENODATA} if the provider implements none of them
   */
  public static ConformanceReport run(
      String provider, ClauseFilter filter, Consumer<ClauseResult> listener) {
    List<Vocabulary> offered = vocabularies(provider);
    offered = offered.stream().filter(filter.vocabularies()::contains).toList();
    if (offered.isEmpty()) {
      throw nothing(provider);
    }
    List<ClauseResult> results = new ArrayList<>();
    for (Vocabulary vocabulary : offered) {
      results.addAll(run(provider, filter.of(vocabulary), vocabulary, listener));
    }
    return new ConformanceReport(provider, results);
  }

  private static List<ClauseResult> run(
      String provider,
      ClauseFilter filter,
      Vocabulary vocabulary,
      Consumer<ClauseResult> listener) {
    if (filter.clauses().isEmpty()) {
      return List.of();
    }
    try (PeerSupply peers = PeerProbe.peersOf(provider, vocabulary)) {
      return new ConformanceRun(provider, listener, peers).run(filter);
    }
  }

  /**
   * Runs the clauses of the filter against all providers at the same time, each in a process of its
   * own: a check that crashes or blocks its process is a failure, and the run goes on.
   *
   * @param listener called with each verdict as soon as it is known, and with its provider; by one
   *     thread at a time
   * @throws FabricException of {@code FI_ENODATA} if a provider implements no API
   */
  public static DifferentialReport compare(
      List<String> providers, ClauseFilter filter, BiConsumer<String, ClauseResult> listener)
      throws InterruptedException {
    providers.forEach(ConformanceKit::requireProvider);
    List<Callable<ConformanceReport>> runs = new ArrayList<>();
    Object lock = new Object();
    for (String provider : providers) {
      runs.add(
          () ->
              isolated(
                  provider,
                  filter,
                  result -> {
                    synchronized (lock) {
                      listener.accept(provider, result);
                    }
                  }));
    }
    List<ConformanceReport> reports = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (Future<ConformanceReport> run : threads.invokeAll(runs)) {
        reports.add(run.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a run has failed: " + e.getCause(), e);
    }
    List<String> versions = ProviderVersion.ofDeviations(providers);
    return new DifferentialReport(reports, KnownDeviations.load().seenWith(versions));
  }

  private static ConformanceReport isolated(
      String provider, ClauseFilter filter, Consumer<ClauseResult> listener)
      throws InterruptedException {
    try (IsolatedRun run = new IsolatedRun(provider, listener)) {
      return new ConformanceReport(provider, run.run(filter));
    }
  }

  private static void requireProvider(String provider) {
    if (vocabularies(provider).isEmpty()) {
      throw nothing(provider);
    }
  }

  private static FabricException nothing(String provider) {
    return new FabricException(
        Errno.ENODATA, "conformance", "provider=" + provider + " implements none of these APIs");
  }

  /** Checks one clause against one provider in one threading model, in this process only. */
  public static ClauseResult run(String provider, Clause clause, Threading threading) {
    return new ConformanceRun(provider, result -> {}).judge(clause, threading);
  }
}
