package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.fabric.info.Threading;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Main class of the process that a {@link CheckProcess} starts: runs the checks that it reads from
 * its standard input, one a line, until that ends, which also happens when its parent is killed.
 */
final class CheckMain {
  private final String provider;
  private final PrintStream output;
  private final Map<Vocabulary, ConformanceRun> runs = new EnumMap<>(Vocabulary.class);
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private CheckMain(String provider, PrintStream output) {
    this.provider = provider;
    this.output = output;
  }

  /** Started with the name of the provider. */
  public static void main(String[] arguments) throws InterruptedException {
    new CheckMain(arguments[0], System.out).run();
  }

  private void run() throws InterruptedException {
    Thread.ofPlatform().daemon().name("input of checks").start(this::readInput);
    while (true) {
      String[] words = lines.take().split(" ", -1);
      Clause clause = clause(words[0]);
      ClauseResult result = run(Vocabulary.of(clause)).judge(clause, Threading.valueOf(words[1]));
      output.println(CheckLine.of(result));
    }
  }

  private void readInput() {
    try {
      var input = new InputStreamReader(System.in, StandardCharsets.UTF_8);
      new BufferedReader(input).lines().forEach(lines::add);
    } finally {
      System.exit(0);
    }
  }

  private ConformanceRun run(Vocabulary vocabulary) {
    return runs.computeIfAbsent(
        vocabulary,
        key -> new ConformanceRun(provider, result -> {}, PeerProbe.peersOf(provider, vocabulary)));
  }

  private static Clause clause(String id) {
    return ConformanceKit.clauses().stream()
        .filter(clause -> clause.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("clause=" + id));
  }
}
