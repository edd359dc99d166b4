package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.fabric.info.Threading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs clauses against one provider in a process of their own. A check that crashes or blocks the
 * process has that as its verdict, and the next one runs in a fresh process.
 */
final class IsolatedRun implements AutoCloseable {
  private final String provider;
  private final Consumer<ClauseResult> listener;
  private final Path folder;
  private CheckProcess process;

  IsolatedRun(String provider, Consumer<ClauseResult> listener) {
    this.provider = provider;
    this.listener = listener;
    try {
      folder = Files.createTempDirectory("weft-checks");
      folder.toFile().deleteOnExit(); // where a signal ends this process before it closes this
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for the processes of checks", e);
    }
  }

  /** The verdicts on these clauses, except those of APIs that the provider does not implement. */
  List<ClauseResult> run(ClauseFilter filter) throws InterruptedException {
    List<Vocabulary> offered = ConformanceKit.vocabularies(provider);
    List<ClauseResult> results = new ArrayList<>();
    for (Clause clause : filter.clauses()) {
      if (offered.contains(Vocabulary.of(clause))) {
        for (Threading threading : filter.threadingsFor(clause).toList()) {
          results.add(check(clause, threading));
        }
      }
    }
    return results;
  }

  private ClauseResult check(Clause clause, Threading threading) throws InterruptedException {
    if (process == null || !process.isUsable()) {
      end();
      process = new CheckProcess(provider, folder);
    }
    ClauseResult result = process.check(clause, threading);
    listener.accept(result);
    return result;
  }

  private void end() {
    if (process != null) {
      process.close();
      process = null;
    }
  }

  @Override
  public void close() {
    end();
    try (Stream<Path> files = Files.walk(folder).sorted(Comparator.reverseOrder())) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the folder of the processes of checks stays", e);
    }
  }
}
