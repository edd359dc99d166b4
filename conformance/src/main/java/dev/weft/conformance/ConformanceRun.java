package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.conformance.check.PeerSupply;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.conformance.failure.StackTraces;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.Threading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs clauses one after another. Each runs in its own daemon thread under the clause's time limit,
 * so a provider that hangs fails one clause and does not stop the run.
 */
final class ConformanceRun {

  private final String provider;
  private final Consumer<ClauseResult> listener;
  private final PeerSupply peers;

  /** A run in this process only. */
  ConformanceRun(String provider, Consumer<ClauseResult> listener) {
    this(provider, listener, null);
  }

  /** A run with a peer process for all checks that can use one. */
  ConformanceRun(String provider, Consumer<ClauseResult> listener, PeerSupply peers) {
    this.provider = provider;
    this.listener = listener;
    this.peers = peers;
  }

  List<ClauseResult> run(ClauseFilter filter) {
    List<ClauseResult> results = new ArrayList<>();
    for (Clause clause : filter.clauses()) {
      filter.threadingsFor(clause).map(threading -> judge(clause, threading)).forEach(results::add);
    }
    return results;
  }

  /** Checks one clause in one threading model. */
  ClauseResult judge(Clause clause, Threading threading) {
    long started = System.nanoTime();
    Trial trial = trial(clause, threading, ProgressModel.UNSPEC);
    Outcome outcome = attempt(trial);
    if (clause.automaticToo() && outcome.isKept()) {
      outcome = outcome.unlessFailed(attempt(trial(clause, threading, ProgressModel.AUTO)));
    }
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    int processes = trial.isAcrossProcesses() ? 2 : 1;
    ClauseResult result =
        new ClauseResult(clause, threading, processes, outcome.verdict(), outcome.reason(), took);
    listener.accept(result);
    return result;
  }

  private Trial trial(Clause clause, Threading threading, ProgressModel progress) {
    return new Trial(clause, provider, threading, progress, peers);
  }

  private Outcome attempt(Trial trial) {
    Attempt attempt = new Attempt(trial);
    Clause clause = trial.clause();
    Thread thread = Thread.ofPlatform().daemon().name("conformance " + clause.id()).start(attempt);
    Outcome outcome = await(thread, attempt, clause.limit());
    if (outcome.verdict() == Verdict.FAILED && trial.isAcrossProcesses()) {
      peers.close();
    }
    return outcome;
  }

  private static Outcome await(Thread thread, Attempt attempt, Duration limit) {
    HangDetector detector = new HangDetector(limit);
    try {
      boolean ended = thread.join(detector.calm());
      while (!ended && detector.lap()) {
        ended = !thread.isAlive();
      }
      if (ended) {
        return attempt.outcome;
      }
      Outcome failed = attempt.outcome;
      Outcome hung = hung(thread, detector.allowance());
      thread.interrupt();
      boolean closed = thread.join(Duration.ofSeconds(1));
      if (failed == null) {
        return hung;
      }
      return closed ? failed : failed.andHangs(thread);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome(Verdict.FAILED, "the run was interrupted");
    }
  }

  private static Outcome hung(Thread thread, Duration limit) {
    return new Outcome(
        Verdict.FAILED,
        ClauseResult.HANGS
            + "still running after more than %d ms in %s"
                .formatted(limit.toMillis(), StackTraces.shortened(thread.getStackTrace())));
  }

  private record Outcome(Verdict verdict, String reason) {

    static Outcome of(Throwable thrown) {
      return switch (thrown) {
        case ClauseSkipped skipped -> new Outcome(Verdict.SKIPPED, skipped.getMessage());
        case ClauseFailure failure -> new Outcome(Verdict.FAILED, failure.getMessage());
        default -> new Outcome(Verdict.FAILED, StackTraces.describe(thrown));
      };
    }

    static Outcome of(String choices) {
      return new Outcome(choices.isEmpty() ? Verdict.PASSED : Verdict.CHOSEN, choices);
    }

    boolean isKept() {
      return verdict == Verdict.PASSED || verdict == Verdict.CHOSEN;
    }

    /** What the check opened does not close: no other check can rely on this process. */
    Outcome andHangs(Thread closing) {
      String where = StackTraces.shortened(closing.getStackTrace());
      return new Outcome(verdict, ClauseResult.HANGS + reason + "; then closing hangs in " + where);
    }

    /** This one, or the failure of the same check with automatic progress. */
    Outcome unlessFailed(Outcome automatic) {
      return automatic.verdict == Verdict.FAILED
          ? new Outcome(Verdict.FAILED, "with FI_PROGRESS_AUTO: " + automatic.reason)
          : this;
    }
  }

  /** Runs the check, then closes what it opened, which must succeed too. */
  private static final class Attempt implements Runnable {
    private final Trial trial;
    private volatile Outcome outcome;

    Attempt(Trial trial) {
      this.trial = trial;
    }

    @Override
    public void run() {
      Outcome checked;
      try {
        trial.clause().body().check(trial);
        checked = Outcome.of(trial.choices());
      } catch (Throwable thrown) {
        checked = Outcome.of(thrown);
      }
      if (checked.verdict() == Verdict.FAILED) {
        outcome = checked; // reported even if closing hangs
      }
      outcome = closed(checked);
    }

    private Outcome closed(Outcome checked) {
      try {
        trial.end();
        return checked;
      } catch (Throwable thrown) {
        return checked.verdict() == Verdict.FAILED
            ? checked
            : new Outcome(Verdict.FAILED, "closing afterwards " + StackTraces.describe(thrown));
      }
    }
  }
}
