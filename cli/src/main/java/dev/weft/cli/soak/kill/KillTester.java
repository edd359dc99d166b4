package dev.weft.cli.soak.kill;

import dev.weft.cli.process.WeftProcess;
import dev.weft.cli.soak.traffic.StopCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps messages and requests in flight to one process after the other, and kills each at a random
 * point. All operations towards it must then end.
 *
 * <pre>
 *   this thread      start ........ kill -9 ... gone                    the next one
 *   MessageKillTest     send, sread, send, sread ......... sread until nothing is in flight
 *   RequestKillTest     post, get event, post ........ get event until nothing is in flight
 * </pre>
 */
final class KillTester implements Runnable, AutoCloseable {
  private static final int MAX_EARLY_MILLIS = 40;
  private static final int MAX_LATE_MICROS = 10_000;
  private static final int EARLY_ONE_OF = 8;

  private final String fabric;
  private final int number;
  private final PeerPool peerPool;
  private final AtomicInteger left;
  private final StopCondition goal;
  private final SplittableRandom random = new SplittableRandom();
  private final KillTestWork messages;
  private final KillTestWork requests;
  private volatile PeerLifetime peerLifetime;
  private volatile boolean over;

  /**
   * Makes a survivor without a peer.
   *
   * @param left number of kills left, of all survivors together
   */
  KillTester(String fabric, int number, PeerPool peerPool, AtomicInteger left, StopCondition goal) {
    this.fabric = fabric;
    this.number = number;
    this.peerPool = peerPool;
    this.left = left;
    this.goal = goal;
    this.messages = new MessageKillTest(fabric, number);
    this.requests = new RequestKillTest(fabric);
  }

  private List<KillTestWork> works() {
    return List.of(messages, requests);
  }

  @Override
  public void run() {
    try {
      while (!goal.isReached() && left.getAndDecrement() > 0) {
        meet(peerPool.take());
      }
    } catch (RuntimeException e) {
      goal.fail(e);
    } catch (InterruptedException e) {
      goal.reach();
    }
    over = true;
  }

  private void meet(WeftProcess victim) throws InterruptedException {
    victim.println(String.join(" ", fabric, messages.invitation(), requests.invitation()));
    PeerLifetime next = new PeerLifetime(victim);
    peerLifetime = next;
    List<Thread> threads = new ArrayList<>();
    for (KillTestWork work : works()) {
      threads.add(Thread.ofPlatform().daemon().start(() -> work(work, next)));
    }
    try {
      awaitRandomPoint(next);
    } finally {
      next.kill();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    peerLifetime = null;
  }

  /** One in several dies before it has sent anything. */
  private void awaitRandomPoint(PeerLifetime next) throws InterruptedException {
    if (random.nextInt(EARLY_ONE_OF) == 0) {
      Thread.sleep(random.nextInt(MAX_EARLY_MILLIS));
      return;
    }
    long messagesBefore = messages.arrived();
    long requestsBefore = requests.arrived();
    while ((messages.arrived() == messagesBefore || requests.arrived() == requestsBefore)
        && next.isVictimAlive()
        && !goal.isReached()) {
      Thread.sleep(1);
    }
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(MAX_LATE_MICROS)));
  }

  private void work(KillTestWork work, PeerLifetime current) {
    try {
      if (work.meet(current)) {
        while (!current.isOver()) {
          work.post();
          work.take();
        }
        work.post(); // so that at least one operation fails
        while (work.outstanding() > 0) {
          work.take();
        }
        work.tally().end(current.settle());
      }
      work.part();
    } catch (RuntimeException e) {
      goal.fail(e);
    }
  }

  /** Whether its thread is done. */
  boolean isOver() {
    return over;
  }

  /** Whether its current peer has lasted longer than this. */
  boolean isStranded(long nanos) {
    PeerLifetime current = peerLifetime;
    return current != null && current.age() > nanos;
  }

  /** Statistics of messages. */
  KillStats messages() {
    return messages.tally();
  }

  /** Statistics of requests. */
  KillStats requests() {
    return requests.tally();
  }

  @Override
  public String toString() {
    return "survivor %d: messages: %s; requests: %s".formatted(number, messages, requests);
  }

  @Override
  public void close() {
    works().forEach(KillTestWork::close);
  }
}
