package dev.weft.cli.soak.kill;

import dev.weft.cli.process.ClassArchive;
import dev.weft.cli.process.WeftProcess;
import dev.weft.cli.soak.traffic.SoakFailure;
import dev.weft.cli.soak.traffic.StopCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Processes started in advance, so that no test waits for the start of a virtual machine. */
final class PeerPool implements AutoCloseable {
  private static final List<String> CHEAP =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:CompileThresholdScaling=20",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "-Xshare:auto",
          "-Xmx64m");
  private static final int STARTERS = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8);

  /** Minimum number of processes for which a class archive pays off. */
  private static final int WORTH_AN_ARCHIVE = 50;

  private final BlockingQueue<WeftProcess> waiting;
  private final AtomicInteger toStart;
  private final StopCondition goal;
  private final ClassArchive classes = new ClassArchive(CHEAP);
  private final List<Thread> starters = new ArrayList<>();

  /** Starts this many in total, a few of them in advance. */
  PeerPool(int all, int ahead, StopCondition goal) {
    this.waiting = new ArrayBlockingQueue<>(ahead);
    this.toStart = new AtomicInteger(all);
    this.goal = goal;
    if (all >= WORTH_AN_ARCHIVE) {
      starters.add(Thread.ofPlatform().daemon().start(this::archive));
    }
    for (int i = 0; i < STARTERS; i++) {
      starters.add(Thread.ofPlatform().daemon().start(this::startPeers));
    }
  }

  private void archive() {
    try {
      classes.fill(KilledPeer.class, List.of(KilledPeer.PREPARE));
    } catch (InterruptedException noMoreNeeded) {
      return;
    }
  }

  private void startPeers() {
    try {
      while (!goal.isReached() && toStart.getAndDecrement() > 0) {
        WeftProcess victim = classes.start(KilledPeer.class, List.of());
        if (!KilledPeer.READY.equals(victim.readLine())) {
          victim.kill();
          throw new SoakFailure("a process that is to be killed did not start");
        }
        hand(victim);
      }
    } catch (RuntimeException e) {
      goal.fail(e);
    }
  }

  private void hand(WeftProcess victim) {
    try {
      waiting.put(victim);
    } catch (InterruptedException e) {
      victim.kill();
      goal.reach();
    }
  }

  /** Takes the next process. */
  WeftProcess take() throws InterruptedException {
    return waiting.take();
  }

  /** Kills the processes that were not taken. */
  @Override
  public void close() {
    for (Thread starter : starters) {
      starter.interrupt();
      try {
        starter.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    waiting.forEach(WeftProcess::kill);
    classes.close();
  }
}
