package dev.weft.completion;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Completions from one pinned thread to another: our ring beside JCTools, Agrona and the Disruptor
 * with records of the same size, and a sleeping reader beside bare {@code park}. Prints one table
 * of ratios in Markdown; processors 0 and 1 are used, every queue runs in a JVM of its own, in
 * turns.
 *
 * <p>{@code java -cp benchmarks.jar dev.weft.completion.HandoverComparison [rounds [seconds]]}
 */
public final class HandoverComparison {
  private static final List<String> SPINNING = List.of("weft", "jctools", "agrona", "disruptor");
  private static final List<String> SLEEPING = List.of("weft-sleep", "park");

  private final int rounds;
  private final String seconds;

  private HandoverComparison(int rounds, String seconds) {
    this.rounds = rounds;
    this.seconds = seconds;
  }

  /** What a queue reached in its best round; bounce is that of the same round. */
  private record Figures(
      double rate, double bestHalf, double half, double bounceBefore, double bounceAfter) {
    static Figures parse(String line) {
      String[] words = line.split(" ", -1);
      return new Figures(
          Double.parseDouble(words[1]),
          Double.parseDouble(words[2]),
          Double.parseDouble(words[3]),
          Double.parseDouble(words[4]),
          Double.parseDouble(words[5]));
    }

    Figures best(Figures other) {
      return other == null || bestHalf <= other.bestHalf
          ? withRate(Math.max(rate, other == null ? 0 : other.rate))
          : other.withRate(Math.max(rate, other.rate));
    }

    private Figures withRate(double newRate) {
      return new Figures(newRate, bestHalf, half, bounceBefore, bounceAfter);
    }
  }

  /** Measures and prints; arguments: rounds (3), seconds for each measurement (1.5). */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    String seconds = arguments.length > 1 ? arguments[1] : "1.5";
    HandoverComparison comparison = new HandoverComparison(rounds, seconds);
    System.out.println("| queue | M records/s | half round trip ns, best (median) | bounce ns |");
    System.out.println("|---|---|---|---|");
    comparison.compare("one writer", SPINNING, "1", "one");
    comparison.compare("many-writer queue, one writer", SPINNING, "1", "many");
    comparison.compare("two writers", SPINNING, "2", "many");
    comparison.compare("asleep, two processors", SLEEPING, "1", "many");
    comparison.compare("asleep, one processor", SLEEPING, "1", "many", "1");
  }

  private void compare(String title, List<String> queues, String... arguments)
      throws IOException, InterruptedException {
    Figures[] best = new Figures[queues.size()];
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < best.length; i++) {
        best[i] = run(queues.get(i), arguments).best(best[i]);
      }
    }
    for (int i = 0; i < best.length; i++) {
      print(title, queues.get(i), best[i]);
    }
    printRatio(title, best);
  }

  private static void print(String title, String queue, Figures figures) {
    System.out.printf(
        Locale.ROOT,
        "| %s: %s | %.1f | %.0f (%.0f) | %.0f, %.0f |%n",
        title,
        queue,
        figures.rate,
        figures.bestHalf,
        figures.half,
        figures.bounceBefore,
        figures.bounceAfter);
  }

  private static void printRatio(String title, Figures[] figures) {
    double rate = 0;
    double half = Double.MAX_VALUE;
    for (int i = 1; i < figures.length; i++) {
      rate = Math.max(rate, figures[i].rate);
      half = Math.min(half, figures[i].bestHalf);
    }
    System.out.printf(
        Locale.ROOT,
        "| **%s: ours / best other** | %.2f | %.2f | |%n",
        title,
        figures[0].rate / rate,
        figures[0].bestHalf / half);
  }

  private Figures run(String queue, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(HandoverRun.class.getName(), queue, arguments[0], arguments[1]));
    command.add(seconds);
    command.addAll(List.of(arguments).subList(2, arguments.length));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader output = process.inputReader()) {
      String line = output.readLine();
      if (process.waitFor() != 0 || line == null) {
        throw new IllegalStateException("exit=" + process.exitValue() + " of " + command);
      }
      return Figures.parse(line);
    }
  }
}
