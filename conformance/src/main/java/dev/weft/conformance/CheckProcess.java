package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.process.JavaCommand;
import dev.weft.fabric.info.Threading;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A process that runs checks against one provider, so that a check which ends or blocks the process
 * is a verdict.
 *
 * <pre>
 *   this process                          CheckMain
 *        | -- line: clause, threading ------> |
 *        | &lt;-- line: verdict --------------- |
 *        |        end of input -------------> |  ends, also if this process was killed
 * </pre>
 */
final class CheckProcess implements AutoCloseable {
  /** How long the process may be silent beyond the time limits of a check. */
  private static final Duration SILENCE = Duration.ofMinutes(3);

  private static final int LAST_LINES = 40;
  private static final String END = "";

  private final Process process;
  private final PrintStream input;
  private final BlockingQueue<String> verdicts = new LinkedBlockingQueue<>();
  private final Deque<String> otherLines = new ArrayDeque<>();
  private boolean broken;

  /**
   * Starts it.
   *
   * @param folder gets what a crash leaves behind
   */
  CheckProcess(String provider, Path folder) {
    List<String> options =
        List.of("-XX:ErrorFile=" + folder.resolve("error%p.log"), "-XX:-CreateCoredumpOnCrash");
    try {
      process =
          new ProcessBuilder(JavaCommand.of(CheckMain.class, options, provider))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("the process for checks does not start", e);
    }
    input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread.ofPlatform().daemon().name("output of checks").start(this::readOutput);
  }

  private void readOutput() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      reader.lines().forEach(this::took);
    } catch (UncheckedIOException | IOException ended) {
      // as its end
    }
    verdicts.add(END);
  }

  private void took(String line) {
    if (CheckLine.isVerdict(line)) {
      verdicts.add(line);
      return;
    }
    synchronized (otherLines) {
      otherLines.add(line);
      if (otherLines.size() > LAST_LINES) {
        otherLines.remove();
      }
    }
  }

  /** Checks one clause. */
  ClauseResult check(Clause clause, Threading threading) throws InterruptedException {
    long start = System.nanoTime();
    input.println(clause.id() + " " + threading);
    Duration patience = clause.limit().multipliedBy(2).plus(SILENCE);
    String line = verdicts.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    if (line != null && !line.equals(END)) {
      ClauseResult result = CheckLine.parse(line, clause, threading);
      broken = result.isHang();
      return result;
    }
    broken = true;
    String reason =
        line == null
            ? ClauseResult.HANGS + "the process does not answer for " + patience.toSeconds() + " s"
            : ClauseResult.CRASHES + CrashText.of(process.onExit().join().exitValue(), lines());
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new ClauseResult(clause, threading, 1, Verdict.FAILED, reason, took);
  }

  private List<String> lines() {
    synchronized (otherLines) {
      return List.copyOf(otherLines);
    }
  }

  /** Whether further checks can run in it. */
  boolean isUsable() {
    return !broken && process.isAlive();
  }

  /** Ends it, and kills it if it hangs. */
  @Override
  public void close() {
    input.close();
    try {
      if (!broken && process.waitFor(SILENCE.toSeconds(), TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    process.onExit().join();
  }
}
