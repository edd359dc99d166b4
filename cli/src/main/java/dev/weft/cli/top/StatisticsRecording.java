package dev.weft.cli.top;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A recording of the library's statistics in another process, from its start to its end. */
final class StatisticsRecording implements AutoCloseable {
  /** The event that describes a queue. */
  static final String QUEUES = "dev.weft.QueueStatistics";

  /** The event that describes a link. */
  static final String LINKS = "dev.weft.LinkStatistics";

  private static final Duration PATIENCE_TO_STOP = Duration.ofSeconds(10);
  private static final String STARTED = "Started recording";
  private static final String REPOSITORY = "Repository path: ";

  private final long pid;
  private final String name = "weft-top-" + ProcessHandle.current().pid();
  private boolean running;

  /** Nothing is started yet. */
  StatisticsRecording(long pid) {
    this.pid = pid;
  }

  /**
   * Starts the recording.
   *
   * @param interval time between two samples
   * @param fileOrNull where the process writes the recording at its end; null for nowhere
   * @throws TopFailure if the process does not start it
   */
  synchronized void start(Duration interval, Path fileOrNull) {
    running = true; // an interrupted jcmd may have started it
    String answer = DiagnosticCommand.run(pid, startCommand(interval, fileOrNull));
    running = answer.contains(STARTED);
    if (!running) {
      throw new TopFailure("Process " + pid + " does not record: " + answer.strip());
    }
  }

  private String[] startCommand(Duration interval, Path fileOrNull) {
    List<String> words =
        new ArrayList<>(List.of("JFR.start", "name=" + name, "settings=none", "disk=true"));
    for (String event : List.of(QUEUES, LINKS)) {
      words.add("+" + event + "#enabled=true");
      words.add("+" + event + "#period=" + interval.toMillis() + "ms");
    }
    if (fileOrNull == null) {
      words.add("maxsize=16m"); // a part is 12 MB; only the last samples are read
    } else {
      words.add("maxsize=0");
      words.add("filename=\"" + fileOrNull.toAbsolutePath() + "\"");
      words.add("dumponexit=true");
    }
    return words.toArray(String[]::new);
  }

  /** The folder into which the process writes its recordings. */
  Path repository() {
    Optional<String> line =
        DiagnosticCommand.run(pid, "JFR.configure")
            .lines()
            .filter(each -> each.startsWith(REPOSITORY))
            .findFirst();
    return Path.of(
        line.orElseThrow(() -> new TopFailure("Process " + pid + " names no folder."))
            .substring(REPOSITORY.length()));
  }

  /** Ends the recording; a process that has ended has none. */
  @Override
  public synchronized void close() {
    if (running && isAlive()) {
      running = false;
      try {
        DiagnosticCommand.run(PATIENCE_TO_STOP, pid, "JFR.stop", "name=" + name);
      } catch (TopFailure failure) {
        reportRest(failure);
      }
    }
  }

  private boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private void reportRest(TopFailure failure) {
    if (isAlive()) {
      System.err.printf(
          "weft: %s Its recording may stay; end it with: jcmd %d JFR.stop name=%s%n",
          failure.getMessage(), pid, name);
    }
  }
}
