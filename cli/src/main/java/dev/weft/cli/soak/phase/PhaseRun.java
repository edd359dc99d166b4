package dev.weft.cli.soak.phase;

import dev.weft.cli.process.WeftProcess;
import dev.weft.cli.soak.traffic.PhaseLine;
import dev.weft.cli.soak.traffic.SoakFailure;
import dev.weft.cli.soak.traffic.SoakPorts;
import dev.weft.cli.soak.traffic.StopCondition;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.futures.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** A phase in progress: both sides in this process, or one here and one in a second process. */
public final class PhaseRun {
  private final String provider;
  private final SoakPhase phase;
  private final int window;
  private final StopCondition goal;
  private final LongConsumer progress;
  private final List<SoakTeam> teams = new ArrayList<>();

  /**
   * Makes a phase that has not begun.
   *
   * @param progress gets the amount of work done so far
   */
  public PhaseRun(
      String provider, SoakPhase phase, int window, StopCondition goal, LongConsumer progress) {
    this.provider = provider;
    this.phase = phase;
    this.window = Integer.highestOneBit(2 * window - 1);
    this.goal = goal;
    this.progress = progress;
  }

  /** Runs until {@code done} is {@code target} or all threads have ended; false on any failure. */
  public boolean run(long target, LongSupplier done, Consumer<String> output) {
    long start = System.nanoTime();
    try {
      if (phase.isPair()) {
        runWithOther(target, done);
      } else {
        openBoth();
        work(target, done);
      }
    } catch (RuntimeException e) {
      goal.fail(e);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    Throwable failure = goal.failure();
    String why = failure == null ? null : failure.getMessage();
    output.accept(PhaseLine.of(phase.name(), done.getAsLong(), seconds, why));
    if (failure == null || phase.isPair()) {
      teams.forEach(SoakTeam::close);
    }
    return failure == null;
  }

  private void openBoth() {
    SoakSide left = openSide();
    SoakSide right = openSide();
    left.meet(right);
    right.meet(left);
    teams.add(new SoakTeam(left, phase, goal, 0));
    teams.add(new SoakTeam(right, phase, goal, 0));
  }

  private SoakSide openSide() {
    Node port =
        SoakPorts.of(provider, phase.threading(), phase.progress(), phase.idleWait().waitObject());
    return new SoakSide(port, phase.idleWait(), window, goal.messages());
  }

  private void runWithOther(long target, LongSupplier done) {
    String fabric = "soak-" + ProcessHandle.current().pid();
    try (WeftProcess other = PairPeer.start(fabric, phase, window, goal.messages())) {
      SoakSide side = PairPeer.leader(fabric, phase.idleWait(), window, goal.messages());
      teams.add(new SoakTeam(side, phase, goal, 0));
      PairPeer.require(PairPeer.READY, other);
      work(target, done);
      other.println(PairPeer.STOP);
      if (goal.failure() == null) {
        PairPeer.require(PairPeer.GOOD, other);
      }
    }
  }

  private void work(long target, LongSupplier done) {
    teams.forEach(SoakTeam::start);
    watch(target, done);
    teams.forEach(SoakTeam::stop);
  }

  /** Waits until the target is reached, all have ended, or nothing has progressed for long. */
  private void watch(long target, LongSupplier done) {
    HangDetector detector = new HangDetector(SoakTeam.STRANDED);
    long last = -1;
    while (!goal.isReached() && teams.stream().anyMatch(SoakTeam::isAlive)) {
      long now = completions();
      if (now != last) {
        detector.progressed();
      }
      last = now;
      if (!detector.lap()) {
        goal.fail(new SoakFailure("stranded:\n" + describe()));
      }
      if (done.getAsLong() >= target) {
        goal.reach();
      }
      progress.accept(done.getAsLong());
      SoakTeam.pause();
    }
  }

  private String describe() {
    return teams.stream().map(SoakTeam::toString).collect(Collectors.joining());
  }

  /** Completions of both sides. */
  public long completions() {
    return sum(SoakTeam::completions);
  }

  /** Sleeps of both sides. */
  public long sleeps() {
    return sum(SoakTeam::sleeps);
  }

  /** A second process does as much as this one. */
  private long sum(ToLongFunction<SoakTeam> count) {
    return (phase.isPair() ? 2 : 1) * teams.stream().mapToLong(count).sum();
  }
}
