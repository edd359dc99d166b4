package dev.weft.cli.top;

import dev.weft.cli.process.Shutdown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdk.jfr.consumer.EventStream;

/** Shows the queues and links of a process periodically. */
public final class TopRun {
  /** Where nothing is open no samples come; they may be this late. */
  private static final Duration LATE = Duration.ofSeconds(3);

  /** A process that does not answer may be about to end. */
  private static final int PATIENCE_SECONDS = 5;

  private final WatchedProcess process;
  private final Duration interval;
  private final long tables;
  private final Consumer<List<String>> screen;
  private final Statistics statistics = new Statistics();
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean hasFirst;
  private long shown;
  private long shownAt;

  /**
   * Prepares a run.
   *
   * @param interval time between two tables
   * @param tables how many to show
   * @param screen gets the lines of each table
   */
  public TopRun(
      WatchedProcess process, Duration interval, long tables, Consumer<List<String>> screen) {
    this.process = process;
    this.interval = interval;
    this.tables = tables;
    this.screen = screen;
  }

  /**
   * Shows tables until there were enough, or the process has ended.
   *
   * @param fileOrNull where the process writes the samples at the end; null for nowhere
   * @return false if the process has ended before
   * @throws TopFailure if the process cannot be recorded
   */
  public boolean run(Path fileOrNull) throws IOException, InterruptedException {
    StatisticsRecording recording = new StatisticsRecording(process.pid());
    Shutdown.before(recording::close);
    var _ = process.whenEnded().thenRun(ended::countDown);
    try (recording) {
      recording.start(interval, fileOrNull);
      try (EventStream stream = EventStream.openRepository(recording.repository())) {
        show(stream);
      }
    } catch (TopFailure failure) {
      if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw failure;
      }
    }
    return shown == tables;
  }

  private void show(EventStream stream) throws InterruptedException {
    shownAt = System.nanoTime();
    statistics.readFrom(stream);
    stream.onFlush(this::flushed);
    stream.onClose(ended::countDown);
    stream.startAsync();
    ended.await();
  }

  /** All samples of a period have come, or none. The first ones have no rates. */
  private void flushed() {
    Duration passed = Duration.ofNanos(System.nanoTime() - shownAt);
    if (statistics.isEmpty() && passed.compareTo(interval.plus(LATE)) < 0) {
      return;
    }
    if (!hasFirst && !statistics.isEmpty()) {
      hasFirst = true;
      markShown();
    } else if (shown < tables && passed.compareTo(interval.multipliedBy(3).dividedBy(4)) >= 0) {
      screen.accept(StatisticsTable.lines(statistics));
      markShown();
      shown++;
    }
    if (shown == tables) {
      ended.countDown();
    }
  }

  private void markShown() {
    statistics.markShown();
    shownAt = System.nanoTime();
  }
}
