package dev.weft.cli.top;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The JDK's {@code jcmd}, which has another process of the same user execute a command. */
final class DiagnosticCommand {
  /** How long a process may take to start its Flight Recorder on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final int LOOK_MILLIS = 100;

  private DiagnosticCommand() {}

  /**
   * Executes a command in a process. Its output is short: it has to fit into a pipe.
   *
   * @return what it prints, without the first line, which is the process ID
   * @throws TopFailure if the process does not execute it
   */
  static String run(long pid, String... command) {
    return run(PATIENCE, pid, command);
  }

  /** {@link #run(long, String...)} with a limit on the time that the process may take. */
  static String run(Duration patience, long pid, String... command) {
    List<String> line = new ArrayList<>(List.of(program().toString(), Long.toString(pid)));
    line.addAll(List.of(command));
    try {
      Process jcmd = new ProcessBuilder(line).redirectErrorStream(true).start();
      jcmd.getOutputStream().close();
      await(jcmd, patience, pid);
      String output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (jcmd.exitValue() != 0) {
        throw new TopFailure("Process " + pid + " does not answer: " + reason(output));
      }
      return withoutFirstLine(output);
    } catch (IOException e) {
      throw new TopFailure("jcmd of the JDK cannot be used: " + e.getMessage() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TopFailure("Interrupted.");
    }
  }

  private static void await(Process jcmd, Duration patience, long pid) throws InterruptedException {
    long start = System.nanoTime();
    while (!jcmd.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      boolean stopped = isStopped(pid);
      if (stopped || System.nanoTime() - start > patience.toNanos()) {
        jcmd.destroyForcibly();
        String why = stopped ? ": it is stopped." : " in " + patience.toSeconds() + " s.";
        throw new TopFailure("Process " + pid + " does not answer" + why);
      }
    }
  }

  /** Whether a signal or a debugger has stopped a process. False where the system has no /proc. */
  private static boolean isStopped(long pid) {
    try {
      String status = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String state = status.substring(status.lastIndexOf(')') + 1).strip();
      return state.startsWith("T") || state.startsWith("t");
    } catch (IOException unknown) {
      return false;
    }
  }

  private static Path program() {
    Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(program)) {
      throw new TopFailure("weft top needs a JDK; there is no " + program + ".");
    }
    return program;
  }

  private static String withoutFirstLine(String output) {
    return output.lines().skip(1).collect(Collectors.joining("\n"));
  }

  /** The first line of an exception, without its class. */
  private static String reason(String output) {
    return output
        .lines()
        .skip(1)
        .findFirst()
        .map(line -> line.replaceFirst("^[a-z][A-Za-z.]*: ", ""))
        .orElse("jcmd failed.");
  }
}
