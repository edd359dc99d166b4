package dev.weft.cli.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Two endpoints exchange numbered messages, phase by phase, supervised by the calling thread. */
public final class SoakRun {
  private static final int WINDOW = 256;
  private static final int COMPLETIONS_PER_MESSAGE = 2;
  private static final long LOOK_MILLIS = 20;
  private static final long STRANDED_NANOS = 20_000_000_000L;

  private final String provider;
  private final Consumer<String> output;
  private final LongConsumer progress;

  /**
   * Makes a run that has not begun.
   *
   * @param output gets a line for each phase
   * @param progress gets the amount of work done so far
   */
  public SoakRun(String provider, Consumer<String> output, LongConsumer progress) {
    this.provider = provider;
    this.output = output;
    this.progress = progress;
  }

  /**
   * Passes this many completions; returns false if one was lost, duplicated, damaged or stranded.
   */
  public boolean completions(long completions) {
    long done = 0;
    for (SoakPhase phase : SoakPhase.COMPLETIONS) {
      long messages = Math.max(1, completions / 100 * phase.share() / COMPLETIONS_PER_MESSAGE / 2);
      Running running = new Running(phase, WINDOW, new StopCondition(messages), done);
      if (!running.run(COMPLETIONS_PER_MESSAGE * 2 * messages, running::completionsSeen)) {
        return false;
      }
      done += COMPLETIONS_PER_MESSAGE * 2 * messages;
    }
    return true;
  }

  /** Makes threads sleep this many times; returns false if one was never woken. */
  public boolean wakeups(long wakeups) {
    long done = 0;
    for (SoakPhase phase : SoakPhase.WAKEUPS) {
      long goal = Math.max(1, wakeups / 100 * phase.share());
      Running running =
          new Running(phase, phase.threads(), new StopCondition(Long.MAX_VALUE), done);
      if (!running.run(goal, running::sleeps)) {
        return false;
      }
      done += goal;
    }
    return true;
  }

  /** A phase in progress. */
  private final class Running {
    private final SoakPhase phase;
    private final StopCondition goal;
    private final long before;
    private final SoakSide left;
    private final SoakSide right;
    private final List<SoakWorker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    Running(SoakPhase phase, int window, StopCondition goal, long before) {
      this.phase = phase;
      this.goal = goal;
      this.before = before;
      int cells = Integer.highestOneBit(2 * window - 1);
      left = new SoakSide(phase, provider, cells);
      right = new SoakSide(phase, provider, cells);
      left.meet(right);
      right.meet(left);
    }

    boolean run(long target, LongSupplier done) {
      long start = System.nanoTime();
      start();
      watch(target, done);
      stop();
      double seconds = (System.nanoTime() - start) / 1e9;
      long count = done.getAsLong();
      Throwable failure = goal.failure();
      String why = failure == null ? null : failure.getMessage();
      output.accept(PhaseLine.of(phase.name(), count, seconds, "", why));
      if (failure == null) {
        left.close();
        right.close();
      }
      return failure == null;
    }

    long completionsSeen() {
      return left.sent.seen() + left.arrived.seen() + right.sent.seen() + right.arrived.seen();
    }

    long sleeps() {
      return workers.stream().mapToLong(SoakWorker::sleeps).sum();
    }

    private void start() {
      for (SoakSide side : List.of(left, right)) {
        for (int i = 0; i < phase.threads(); i++) {
          SoakWorker worker = new SoakWorker(side, phase, goal);
          workers.add(worker);
          threads.add(
              phase.virtual()
                  ? Thread.startVirtualThread(worker)
                  : Thread.ofPlatform().daemon().start(worker));
        }
      }
    }

    /** Waits until the target is reached, a failure occurs, or nothing has progressed for long. */
    private void watch(long target, LongSupplier done) {
      long moved = System.nanoTime();
      long last = -1;
      while (!goal.isReached()) {
        long now = completionsSeen();
        if (now != last) {
          moved = System.nanoTime();
          last = now;
        } else if (System.nanoTime() - moved > STRANDED_NANOS) {
          goal.fail(new SoakFailure("stranded:\n" + describe()));
        }
        if (done.getAsLong() >= target) {
          goal.reach();
        }
        progress.accept(before + done.getAsLong());
        pause();
      }
    }

    private String describe() {
      StringBuilder text = new StringBuilder();
      for (SoakWorker worker : workers) {
        text.append("  ").append(worker).append('\n');
      }
      return text.toString();
    }

    /** Wakes sleeping threads only at the end; one that no signal wakes is stranded for good. */
    private void stop() {
      long start = System.nanoTime();
      while (threads.stream().anyMatch(Thread::isAlive)) {
        if (System.nanoTime() - start > STRANDED_NANOS) {
          goal.fail(new SoakFailure("stranded, and no signal wakes it:\n" + describe()));
          return;
        }
        if (phase.rest() != SoakRest.SPIN) {
          left.wake();
          right.wake();
        }
        pause();
      }
    }

    private static void pause() {
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
