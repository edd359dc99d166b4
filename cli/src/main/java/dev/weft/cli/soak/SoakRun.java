package dev.weft.cli.soak;

import dev.weft.cli.soak.phase.PhaseRun;
import dev.weft.cli.soak.phase.SoakPhase;
import dev.weft.cli.soak.traffic.StopCondition;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Two endpoints exchange numbered messages, phase by phase, supervised by the calling thread: over
 * shm in two processes, else in this one.
 */
public final class SoakRun {
  private static final int WINDOW = 256;
  private static final int WINDOW_OF_PAIRS = 128;
  private static final int COMPLETIONS_PER_MESSAGE = 2;
  private static final String SHM = "shm";

  private final String provider;
  private final boolean pairs;
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
    this.pairs = provider.equals(SHM);
    this.output = output;
    this.progress = progress;
  }

  /**
   * Passes this many completions; returns false if one was lost, duplicated, damaged or stranded.
   */
  public boolean completions(long completions) {
    long done = 0;
    for (SoakPhase phase : pairs ? SoakPhase.COMPLETIONS_OF_PAIRS : SoakPhase.COMPLETIONS) {
      long messages = Math.max(1, completions / 100 * phase.share() / COMPLETIONS_PER_MESSAGE / 2);
      long share = COMPLETIONS_PER_MESSAGE * 2 * messages;
      PhaseRun run = open(phase, pairs ? WINDOW_OF_PAIRS : WINDOW, messages, done);
      // Two processes end by themselves, when all is acknowledged.
      if (!run.run(pairs ? Long.MAX_VALUE : share, run::completions, output)) {
        return false;
      }
      done += share;
    }
    return true;
  }

  /** Makes threads sleep this many times; returns false if one was never woken. */
  public boolean wakeups(long wakeups) {
    long done = 0;
    for (SoakPhase phase : pairs ? SoakPhase.WAKEUPS_OF_PAIRS : SoakPhase.WAKEUPS) {
      long share = Math.max(1, wakeups / 100 * phase.share());
      PhaseRun run = open(phase, phase.threads(), Long.MAX_VALUE, done);
      if (!run.run(share, run::sleeps, output)) {
        return false;
      }
      done += share;
    }
    return true;
  }

  private PhaseRun open(SoakPhase phase, int window, long messages, long before) {
    return new PhaseRun(
        provider,
        phase,
        window,
        new StopCondition(messages),
        done -> progress.accept(before + done));
  }
}
