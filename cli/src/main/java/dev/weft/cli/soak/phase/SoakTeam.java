package dev.weft.cli.soak.phase;

import dev.weft.cli.soak.traffic.SoakFailure;
import dev.weft.cli.soak.traffic.StopCondition;
import dev.weft.conformance.failure.HangDetector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The threads that work at one {@link SoakSide}. */
public final class SoakTeam implements AutoCloseable {
  /** How long nothing may progress, where threads that can run get processors. */
  public static final Duration STRANDED = Duration.ofSeconds(20);

  /** The interval at which runs are watched. */
  static final long LOOK_MILLIS = 20;

  private final SoakSide side;
  private final SoakPhase phase;
  private final StopCondition goal;
  private final List<SoakWorker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * Makes the threads of a side.
   *
   * @param pauseNanos pause after each successful poll; 0 for none
   */
  public SoakTeam(SoakSide side, SoakPhase phase, StopCondition goal, long pauseNanos) {
    this.side = side;
    this.phase = phase;
    this.goal = goal;
    for (int i = 0; i < phase.threads(); i++) {
      workers.add(new SoakWorker(side, phase.idleWait(), goal, pauseNanos));
    }
  }

  public SoakTeam start() {
    for (SoakWorker worker : workers) {
      threads.add(
          phase.virtual()
              ? Thread.startVirtualThread(worker)
              : Thread.ofPlatform().daemon().start(worker));
    }
    return this;
  }

  boolean isAlive() {
    return threads.stream().anyMatch(Thread::isAlive);
  }

  /** Number of distinct completions. */
  public long completions() {
    return side.completions();
  }

  /** Number of sleeps, including those avoided by the last check. */
  long sleeps() {
    return workers.stream().mapToLong(SoakWorker::sleeps).sum();
  }

  /** Wakes sleeping threads until all have ended; one that no signal wakes is stranded for good. */
  public void stop() {
    goal.reach();
    HangDetector detector = new HangDetector(STRANDED);
    while (isAlive()) {
      if (!detector.lap()) {
        goal.fail(new SoakFailure("stranded, and no signal wakes it:\n" + this));
        return;
      }
      if (phase.idleWait() != IdleWait.SPIN) {
        side.wake();
      }
      pause();
    }
  }

  /** Waits for {@value #LOOK_MILLIS} ms. */
  static void pause() {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    side.close();
  }

  @Override
  public String toString() {
    return workers.stream().map(worker -> "  " + worker + "\n").collect(Collectors.joining());
  }
}
