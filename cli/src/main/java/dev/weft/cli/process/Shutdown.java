package dev.weft.cli.process;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Orderly termination of this process by Ctrl-C, SIGTERM, SIGHUP or {@link System#exit}: its child
 * processes are terminated first. Each process deletes its own shared-memory files when it is
 * terminated.
 */
public final class Shutdown {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Shared by threads in {@link #delaying}. */
  private static final ReentrantReadWriteLock ACTIONS = new ReentrantReadWriteLock();

  private static final Queue<Runnable> FIRST = new ConcurrentLinkedQueue<>();

  private Shutdown() {}

  /** From now on this process terminates its children before it ends. */
  public static void endsChildren() {
    Runtime.getRuntime().addShutdownHook(new Thread(Shutdown::endChildren, "weft shutdown"));
  }

  /** An action to run before the children are terminated; it may start others. */
  public static void before(Runnable action) {
    FIRST.add(action);
  }

  /**
   * Runs an action for which the termination waits. Blocks the calling thread forever if the
   * children are terminated already: one that is started now would be left, and one that is killed
   * would leave its files.
   */
  public static <T> T delaying(Supplier<T> action) {
    ACTIONS.readLock().lock();
    try {
      return action.get();
    } finally {
      ACTIONS.readLock().unlock();
    }
  }

  /** Terminates all children, and kills those that do not end in time. */
  private static void endChildren() {
    FIRST.forEach(Runnable::run);
    keepOutActions();
    long start = System.nanoTime();
    Set<Long> terminated = new HashSet<>();
    List<ProcessHandle> children = children();
    while (!children.isEmpty()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        children.forEach(ProcessHandle::destroyForcibly);
      } else {
        children.stream()
            .filter(child -> terminated.add(child.pid()))
            .forEach(ProcessHandle::destroy);
      }
      LockSupport.parkNanos(LOOK_NANOS);
      children = children();
    }
  }

  /** Never released. */
  private static void keepOutActions() {
    try {
      boolean _ = ACTIONS.writeLock().tryLock(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<ProcessHandle> children() {
    return ProcessHandle.current().children().filter(ProcessHandle::isAlive).toList();
  }

  /**
   * Blocks the calling thread forever if this process is terminating: any failure that it would
   * report is a consequence.
   */
  public static void awaitIfUnderWay() {
    while (isUnderWay()) {
      LockSupport.park();
    }
  }

  /** Also true while only hooks of others run: hooks run at the same time, in no order. */
  private static boolean isUnderWay() {
    Thread hook = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      return !Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shutdownInProgress) {
      return true;
    }
  }

  /**
   * Interrupts the calling thread at the end of standard input, which means that the parent ended.
   */
  public static void followInput() {
    Thread follower = Thread.currentThread();
    Thread.ofPlatform().daemon().name("weft input").start(() -> awaitEndOfInput(follower));
  }

  private static void awaitEndOfInput(Thread follower) {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      // treated as the end
    }
    follower.interrupt();
  }
}
