package dev.weft.cli.soak;

import dev.weft.cli.process.WeftProcess;
import dev.weft.fabric.poll.WaitObject;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** The soak run between two processes; this one leads, and starts the other one for each phase. */
public final class PairRun {
  private static final int WINDOW = 128;
  private static final int COMPLETIONS_PER_MESSAGE = 2;
  private static final long LOOK_MILLIS = 20;
  private static final long STRANDED_NANOS = 20_000_000_000L;

  /** One way to wait. */
  private record Way(String name, WaitObject waitObject, boolean virtual, int share) {}

  private static final List<Way> COMPLETIONS =
      List.of(
          new Way("two processes, spin", WaitObject.NONE, false, 60),
          new Way("two processes, park", WaitObject.UNSPEC, false, 25),
          new Way("two processes, virtual", WaitObject.UNSPEC, true, 15));
  private static final List<Way> WAKEUPS =
      List.of(
          new Way("two processes, park", WaitObject.UNSPEC, false, 60),
          new Way("two processes, virtual", WaitObject.UNSPEC, true, 40));

  private final String fabric = "soak-" + ProcessHandle.current().pid();
  private final Consumer<String> output;
  private final LongConsumer progress;

  /**
   * Makes a run that has not begun.
   *
   * @param output gets a line for each phase
   * @param progress gets the amount of work done so far
   */
  public PairRun(Consumer<String> output, LongConsumer progress) {
    this.output = output;
    this.progress = progress;
  }

  /** Passes this many completions, half of them in each process; returns false on any failure. */
  public boolean completions(long completions) {
    long done = 0;
    for (Way way : COMPLETIONS) {
      long messages = Math.max(1, completions / 100 * way.share / COMPLETIONS_PER_MESSAGE / 2);
      Phase phase = new Phase(way, WINDOW, new StopCondition(messages), done);
      if (!phase.run(Long.MAX_VALUE, phase::completions)) {
        return false;
      }
      done += COMPLETIONS_PER_MESSAGE * 2 * messages;
    }
    return true;
  }

  /** Makes both processes sleep this many times; returns false if one was never woken. */
  public boolean wakeups(long wakeups) {
    long done = 0;
    for (Way way : WAKEUPS) {
      long share = Math.max(1, wakeups / 100 * way.share);
      Phase phase = new Phase(way, 1, new StopCondition(Long.MAX_VALUE), done);
      if (!phase.run(share, phase::sleeps)) {
        return false;
      }
      done += share;
    }
    return true;
  }

  /** A phase in progress. */
  private final class Phase {
    private final Way way;
    private final int window;
    private final StopCondition goal;
    private final long before;
    private PairSide side;

    Phase(Way way, int window, StopCondition goal, long before) {
      this.way = way;
      this.window = window;
      this.goal = goal;
      this.before = before;
    }

    /** Completions of both processes, which do the same amount of work. */
    long completions() {
      return 2 * side.completions();
    }

    long sleeps() {
      return 2 * side.sleeps();
    }

    boolean run(long target, LongSupplier count) {
      long start = System.nanoTime();
      String said = "";
      try (WeftProcess other = WeftProcess.start(SoakPeer.class, List.of(), command());
          PairSide here = new PairSide(port(), window, goal, 0)) {
        side = here;
        require(other, PairPeer.READY);
        watch(start(here), target, count);
        other.println(PairPeer.STOP);
        said = goal.failure() == null ? other.readLine() : "";
      } catch (RuntimeException e) {
        goal.fail(e);
      }
      if (goal.failure() == null && !PairPeer.GOOD.equals(said)) {
        goal.fail(new SoakFailure("the other process says: " + said));
      }
      report((System.nanoTime() - start) / 1e9, side == null ? 0 : count.getAsLong());
      return goal.failure() == null;
    }

    private SoakPort port() {
      return new SoakPort(fabric, "leader", "follower", way.waitObject);
    }

    private List<String> command() {
      return List.of(
          "pair",
          fabric,
          way.waitObject.name(),
          "" + way.virtual,
          "" + window,
          "" + goal.messages());
    }

    private Thread start(PairSide here) {
      return way.virtual
          ? Thread.startVirtualThread(here)
          : Thread.ofPlatform().daemon().start(here);
    }

    private static void require(WeftProcess other, String expected) {
      String line = other.readLine();
      if (!expected.equals(line)) {
        throw new SoakFailure("the other process says: " + line);
      }
    }

    /** Waits until the target is reached, the side is done, or nothing has progressed for long. */
    private void watch(Thread thread, long target, LongSupplier count) {
      long moved = System.nanoTime();
      long last = -1;
      while (thread.isAlive()) {
        long now = side.completions();
        moved = now == last ? moved : System.nanoTime();
        last = now;
        if (System.nanoTime() - moved > STRANDED_NANOS) {
          goal.fail(new SoakFailure("stranded: " + side));
          return;
        }
        if (count.getAsLong() >= target) {
          goal.reach();
          side.wake();
        }
        progress.accept(before + count.getAsLong());
        pause();
      }
    }

    private static void pause() {
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        throw new SoakFailure("interrupted");
      }
    }

    private void report(double seconds, long count) {
      Throwable failure = goal.failure();
      String why = failure == null ? null : failure.getMessage();
      output.accept(PhaseLine.of(way.name, count, seconds, "", why));
    }
  }
}
