package dev.weft.cli.soak;

import dev.weft.cli.process.WeftProcess;
import dev.weft.fabric.WaitObject;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Exchanges messages with one process after the other, all of the same name, and has each killed at
 * a random point. Then every operation towards it has to end.
 *
 * <pre>
 *   this thread    send, sread, send, sread ............. sread until nothing is under way
 *   killer                      kill -9 ... gone |------- at most a second -------|
 * </pre>
 */
final class Survivor implements Runnable, AutoCloseable {
  /** How long after its end operations towards a process may be under way. */
  static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int LONGEST_EARLY_MILLIS = 40;
  private static final int LONGEST_LATE_MICROS = 10_000;
  private static final int EARLY_ONE_OF = 8;

  private final String fabric;
  private final String name;
  private final String victimName;
  private final Victims victims;
  private final AtomicInteger left;
  private final SoakGoal goal;
  private final SplittableRandom random = new SplittableRandom();
  private final SoakPort port;
  private final MortalTraffic traffic;
  private volatile long goneAt;
  private volatile long moved = System.nanoTime();
  private volatile long longest;
  private volatile boolean over;

  /**
   * A survivor that has met nobody.
   *
   * @param left how many kills there will be, by all survivors together
   */
  Survivor(String fabric, int number, Victims victims, AtomicInteger left, SoakGoal goal) {
    this.fabric = fabric;
    this.name = "survivor-" + number;
    this.victimName = "victim-" + number;
    this.victims = victims;
    this.left = left;
    this.goal = goal;
    this.port = new SoakPort(fabric, name, victimName, WaitObject.UNSPEC);
    this.traffic = new MortalTraffic(port);
  }

  @Override
  public void run() {
    try {
      while (!goal.isReached() && left.getAndDecrement() > 0) {
        meet(victims.take());
      }
    } catch (RuntimeException e) {
      goal.fail(e);
    } catch (InterruptedException e) {
      goal.reach();
    }
    over = true;
  }

  private void meet(WeftProcess victim) throws InterruptedException {
    goneAt = 0;
    victim.println(fabric + " " + victimName + " " + name);
    Thread killer = Thread.ofPlatform().daemon().start(() -> kill(victim));
    long before = traffic.arrived();
    while (goneAt == 0) {
      boolean met = traffic.arrived() > before;
      traffic.send(met ? MortalTraffic.BUSY : 1);
      if (met) {
        traffic.copy();
      }
      traffic.take();
      moved = System.nanoTime();
      if (!met) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1)); // nobody is there yet
      }
    }
    while (traffic.outstanding() > 0) {
      traffic.take();
      moved = System.nanoTime();
    }
    settle(System.nanoTime() - goneAt);
    traffic.checkMemory();
    killer.join();
  }

  private void settle(long nanos) {
    longest = Math.max(longest, nanos);
    if (nanos > LIMIT_NANOS) {
      throw new SoakFailure(
          "operations were under way %d ms after the peer's end"
              .formatted(TimeUnit.NANOSECONDS.toMillis(nanos)));
    }
  }

  /** At a random point: one in some may hit the process before it has said anything. */
  private void kill(WeftProcess victim) {
    try {
      if (random.nextInt(EARLY_ONE_OF) == 0) {
        Thread.sleep(random.nextInt(LONGEST_EARLY_MILLIS));
      } else {
        awaitTraffic(victim);
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(LONGEST_LATE_MICROS)));
      }
      if (!victim.isAlive()) {
        goal.fail(new SoakFailure("a process ended before it was killed"));
      }
    } catch (InterruptedException e) {
      goal.reach();
    } finally {
      victim.kill();
      goneAt = System.nanoTime();
    }
  }

  private void awaitTraffic(WeftProcess victim) throws InterruptedException {
    long before = traffic.arrived();
    while (traffic.arrived() == before && victim.isAlive() && !goal.isReached()) {
      Thread.sleep(1);
    }
  }

  /** Whether its thread has done all it had to do. */
  boolean isOver() {
    return over;
  }

  /** When it last found a completion; it is to find one at least each time its peer dies. */
  long moved() {
    return moved;
  }

  /** The longest time, in nanoseconds, from a process's end to the last completion. */
  long longest() {
    return longest;
  }

  /** Operations that ended with an error. */
  long failed() {
    return traffic.failed();
  }

  @Override
  public String toString() {
    return "%s: %d operations under way".formatted(name, traffic.outstanding());
  }

  @Override
  public void close() {
    traffic.close();
    port.close();
  }
}
