package dev.weft.cli.soak;

import dev.weft.cli.process.ShmFolder;
import dev.weft.cli.process.WeftProcess;
import dev.weft.fabric.WaitObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Kills peers at random points, again and again, while two other processes, this one and a
 * neighbour, go on exchanging messages of which none may be lost or come twice.
 *
 * <pre>
 *   victim-0 &lt;===> survivor-0 -+
 *   victim-1 &lt;===> survivor-1 -+- this process --- leader &lt;===> follower, never killed
 *   victim-2 &lt;===> survivor-2 -+
 * </pre>
 */
public final class KillRun {
  private static final int SURVIVORS =
      Math.clamp(Runtime.getRuntime().availableProcessors() + 1, 3, 9);
  private static final int NEIGHBOUR_WINDOW = 8;
  private static final long NEIGHBOUR_PAUSE_NANOS = 1_000_000;
  private static final long LOOK_MILLIS = 50;
  private static final long STRANDED_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final String fabric = "kill-" + ProcessHandle.current().pid();
  private final SoakGoal goal = new SoakGoal(Long.MAX_VALUE);
  private final SoakGoal neighbourGoal = new SoakGoal(Long.MAX_VALUE);
  private final AtomicInteger left;
  private final int kills;
  private final Consumer<String> output;
  private final LongConsumer progress;

  /** A run that has not begun. */
  public KillRun(int kills, Consumer<String> output, LongConsumer progress) {
    this.kills = kills;
    this.left = new AtomicInteger(kills);
    this.output = output;
    this.progress = progress;
  }

  /** Kills them all; false where an operation hung, was lost or came twice, or a file stays. */
  public boolean run() {
    long start = System.nanoTime();
    String found = "";
    try (WeftProcess follower = WeftProcess.start(SoakPeer.class, List.of(), neighbour());
        PairSide leader =
            new PairSide(
                new SoakPort(fabric, "leader", "follower", WaitObject.UNSPEC),
                NEIGHBOUR_WINDOW,
                neighbourGoal,
                NEIGHBOUR_PAUSE_NANOS)) {
      require(follower.readLine(), PairPeer.READY);
      Thread neighbour = Thread.ofPlatform().daemon().start(leader);
      found = kill();
      stop(neighbour, leader);
      follower.println(PairPeer.STOP);
      require(follower.readLine(), PairPeer.GOOD);
      found += ", neighbours exchanged %,d messages".formatted(leader.completions() / 2);
    } catch (RuntimeException e) {
      goal.fail(e);
    }
    lookForRemains();
    report((System.nanoTime() - start) / 1e9, found);
    return goal.failure() == null;
  }

  private List<String> neighbour() {
    return List.of(
        "pair",
        fabric,
        WaitObject.UNSPEC.name(),
        "false",
        "" + NEIGHBOUR_WINDOW,
        "" + Long.MAX_VALUE);
  }

  private static void require(String line, String expected) {
    if (!expected.equals(line)) {
      throw new SoakFailure("the neighbour says: " + line);
    }
  }

  private String kill() {
    List<Survivor> survivors = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    try (Victims victims = new Victims(kills, SURVIVORS, goal)) {
      for (int number = 0; number < Math.min(SURVIVORS, kills); number++) {
        Survivor survivor = new Survivor(fabric, number, victims, left, goal);
        survivors.add(survivor);
        threads.add(Thread.ofPlatform().daemon().start(survivor));
      }
      watch(survivors);
      if (goal.failure() != null) {
        threads.forEach(Thread::interrupt);
      }
    }
    if (goal.failure() == null) {
      survivors.forEach(Survivor::close);
    }
    return "longest end %d ms, %,d operations failed as they should"
        .formatted(
            TimeUnit.NANOSECONDS.toMillis(
                survivors.stream().mapToLong(Survivor::longest).max().orElse(0)),
            survivors.stream().mapToLong(Survivor::failed).sum());
  }

  /** Until all is over, something fails, or somebody has not moved for long. */
  private void watch(List<Survivor> survivors) {
    while (goal.failure() == null && !survivors.stream().allMatch(Survivor::isOver)) {
      for (Survivor survivor : survivors) {
        if (!survivor.isOver() && System.nanoTime() - survivor.moved() > STRANDED_NANOS) {
          goal.fail(new SoakFailure("sread hangs; " + survivor));
        }
      }
      if (neighbourGoal.failure() != null) {
        goal.fail(neighbourGoal.failure());
      }
      progress.accept(Math.clamp(kills - left.get() - SURVIVORS, 0, kills));
      pause();
    }
    progress.accept(kills);
  }

  private void stop(Thread neighbour, PairSide leader) {
    neighbourGoal.reach();
    long start = System.nanoTime();
    while (neighbour.isAlive()) {
      leader.wake();
      pause();
      if (System.nanoTime() - start > STRANDED_NANOS) {
        throw new SoakFailure("the neighbour is stranded: " + leader);
      }
    }
    if (neighbourGoal.failure() != null) {
      goal.fail(neighbourGoal.failure());
    }
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      throw new SoakFailure("interrupted");
    }
  }

  /** Nothing of this fabric may lie in the folder, no child may run. */
  private void lookForRemains() {
    Path user = ShmFolder.base().resolve("weft-" + System.getProperty("user.name"));
    if (Files.exists(user.resolve(fabric))) {
      goal.fail(new SoakFailure("something is left in " + user.resolve(fabric)));
    }
    if (ProcessHandle.current().children().anyMatch(ProcessHandle::isAlive)) {
      goal.fail(new SoakFailure("a process is left"));
    }
  }

  private void report(double seconds, String found) {
    Throwable failure = goal.failure();
    output.accept(
        "%-28s %,15d in %7.1f s  %,13.1f/s  %s"
            .formatted(
                "peers killed",
                kills,
                seconds,
                kills / seconds,
                failure == null ? "ok: " + found : "FAILED: " + failure.getMessage()));
  }
}
