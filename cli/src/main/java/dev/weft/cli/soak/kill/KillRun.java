package dev.weft.cli.soak.kill;

import dev.weft.cli.process.ShmFolder;
import dev.weft.cli.soak.traffic.PhaseLine;
import dev.weft.cli.soak.traffic.SoakFailure;
import dev.weft.cli.soak.traffic.StopCondition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Repeatedly kills peers at random points, while this process and other ones exchange messages of
 * which none may be lost or duplicated.
 *
 * <pre>
 *   victim-0 &lt;===> survivor-0 -+
 *   victim-1 &lt;===> survivor-1 -+- this process &lt;===> bystanders, never killed
 *   victim-2 &lt;===> survivor-2 -+
 * </pre>
 */
public final class KillRun {
  private static final int SURVIVORS =
      Math.clamp(Runtime.getRuntime().availableProcessors() + 1, 3, 9);
  private static final long LOOK_MILLIS = 50;
  private static final long STRANDED_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final String fabric = "kill-" + ProcessHandle.current().pid();
  private final StopCondition goal = new StopCondition(Long.MAX_VALUE);
  private final KillStats messages = new KillStats();
  private final KillStats requests = new KillStats();
  private final AtomicInteger left;
  private final int kills;
  private final Consumer<String> output;
  private final LongConsumer progress;

  /** Makes a run that has not begun. */
  public KillRun(int kills, Consumer<String> output, LongConsumer progress) {
    this.kills = kills;
    this.left = new AtomicInteger(kills);
    this.output = output;
    this.progress = progress;
  }

  /**
   * Kills all peers; returns false if an operation hung, was lost or duplicated, or if a file
   * remains.
   */
  public boolean run() {
    long start = System.nanoTime();
    String found = "";
    try (Bystanders bystanders = new Bystanders(fabric)) {
      kill(bystanders);
      found = bystanders.stop();
      fail(bystanders.failure());
    } catch (RuntimeException | InterruptedException e) {
      goal.fail(e);
    }
    lookForRemains();
    report((System.nanoTime() - start) / 1e9, found);
    return goal.failure() == null;
  }

  private void kill(Bystanders bystanders) throws InterruptedException {
    List<KillTester> survivors = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    try (PeerPool peerPool = new PeerPool(kills, SURVIVORS, goal)) {
      for (int number = 0; number < Math.min(SURVIVORS, kills); number++) {
        KillTester killTester = new KillTester(fabric, number, peerPool, left, goal);
        survivors.add(killTester);
        threads.add(Thread.ofPlatform().daemon().start(killTester));
      }
      watch(survivors, bystanders);
      if (goal.failure() != null) {
        threads.forEach(Thread::interrupt);
      }
    }
    for (KillTester killTester : survivors) {
      messages.add(killTester.messages());
      requests.add(killTester.requests());
    }
    if (goal.failure() == null) {
      survivors.forEach(KillTester::close);
    }
  }

  /** Waits until all is done, a failure occurs, or one peer lasts too long. */
  private void watch(List<KillTester> survivors, Bystanders bystanders)
      throws InterruptedException {
    while (goal.failure() == null && !survivors.stream().allMatch(KillTester::isOver)) {
      for (KillTester killTester : survivors) {
        if (killTester.isStranded(STRANDED_NANOS)) {
          goal.fail(new SoakFailure("something never ends; " + killTester));
        }
      }
      fail(bystanders.failure());
      progress.accept(Math.clamp(kills - left.get() - SURVIVORS, 0, kills));
      Thread.sleep(LOOK_MILLIS);
    }
    progress.accept(kills);
  }

  private void fail(Throwable failure) {
    if (failure != null) {
      goal.fail(failure);
    }
  }

  /** Checks that no file of this fabric is left in the folder and that no child process runs. */
  private void lookForRemains() {
    Path user = ShmFolder.base().resolve("weft-" + System.getProperty("user.name"));
    for (String each : List.of(fabric, fabric + "-verbs")) {
      if (Files.exists(user.resolve(each))) {
        goal.fail(new SoakFailure("something is left in " + user.resolve(each)));
      }
    }
    if (ProcessHandle.current().children().anyMatch(ProcessHandle::isAlive)) {
      goal.fail(new SoakFailure("a process is left"));
    }
  }

  private void report(double seconds, String found) {
    Throwable failure = goal.failure();
    int killed = kills - Math.max(0, left.get());
    String why = failure == null ? null : failure.getMessage();
    output.accept(PhaseLine.of("peers killed", killed, seconds, why));
    output.accept(PhaseLine.detail("bystanders", found));
    output.accept(PhaseLine.detail("endpoints", messages.toString()));
    output.accept(PhaseLine.detail("queue pairs", requests.toString()));
  }
}
