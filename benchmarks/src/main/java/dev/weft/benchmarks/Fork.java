package dev.weft.benchmarks;

import dev.weft.benchmarks.measure.Measurement;
import dev.weft.benchmarks.report.Conditions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts a JVM that measures one contender once. */
final class Fork {
  private static final int MAX_SECONDS = 90;

  private Fork() {}

  static Sample run(Contender contender, boolean twoProcessors, String seconds)
      throws IOException, InterruptedException {
    List<String> command = command(contender, twoProcessors, seconds);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new IOException("not done in " + MAX_SECONDS + " s: " + String.join(" ", command));
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.exitValue() != 0) {
      throw new IOException(
          "exit status " + process.exitValue() + ": " + String.join(" ", command));
    }
    return parse(output);
  }

  /**
   * Runs a program; returns the empty string if its status is 0, else its last line.
   *
   * @param program a class, and its arguments
   */
  static String refusalOf(List<String> program) throws InterruptedException {
    List<String> command = java(List.of(), program);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String last = output.strip().lines().reduce("", (first, second) -> second);
      int status = process.waitFor();
      return status == 0 ? "" : "exit status " + status + ", " + last;
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private static List<String> command(Contender contender, boolean twoProcessors, String seconds) {
    List<String> command = java(options(contender), List.of(Measurement.class.getName()));
    command.addAll(List.of(seconds, Boolean.toString(twoProcessors)));
    command.addAll(contender.measurement());
    return command;
  }

  /** What docs/guide/performance.md recommends; its process that is the other end gets it, too. */
  private static List<String> options(Contender contender) {
    return contender.callsC() ? List.of("-XX:+UseSystemMemoryBarrier") : List.of();
  }

  private static List<String> java(List<String> options, List<String> program) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    // Pinning calls sched_setaffinity; Agrona and JCTools use internals of the JDK.
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(program);
    return command;
  }

  private static Sample parse(String output) throws IOException {
    String line =
        output
            .lines()
            .filter(candidate -> candidate.startsWith(Measurement.FIGURE))
            .findFirst()
            .orElseThrow(() -> new IOException("no figure in: " + output));
    String[] words = line.split(" ", -1);
    return new Sample(
        Double.parseDouble(words[1]),
        conditions(words[2], words[3]),
        conditions(words[4], words[5]));
  }

  private static Conditions conditions(String bounce, String step) {
    return new Conditions(Double.parseDouble(bounce), Double.parseDouble(step));
  }
}
