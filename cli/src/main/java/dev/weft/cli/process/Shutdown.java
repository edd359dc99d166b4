package dev.weft.cli.process;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The end of this process by Ctrl-C, SIGTERM, SIGHUP or {@link System#exit}: its children end
 * first. Each process deletes its own files over shared memory when it is terminated, so nothing
 * remains.
 */
public final class Shutdown {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static volatile boolean underWay;

  private Shutdown() {}

  /** From now on this process ends only after its children, which are terminated. */
  public static void endsChildren() {
    Runtime.getRuntime().addShutdownHook(new Thread(Shutdown::endChildren, "weft shutdown"));
  }

  /** Terminates all children; kills those that do not end in time. */
  private static void endChildren() {
    underWay = true;
    long start = System.nanoTime();
    List<ProcessHandle> children = children();
    while (!children.isEmpty()) {
      boolean late = System.nanoTime() - start > PATIENCE_NANOS;
      children.forEach(late ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
      LockSupport.parkNanos(LOOK_NANOS);
      children = children();
    }
  }

  private static List<ProcessHandle> children() {
    return ProcessHandle.current().children().filter(ProcessHandle::isAlive).toList();
  }

  /**
   * Stops the calling thread for good where this process is about to end: whatever it would report
   * is a consequence of that.
   */
  public static void awaitIfUnderWay() {
    while (underWay) {
      LockSupport.park();
    }
  }

  /** Interrupts the calling thread at the end of standard input, which is that of the parent. */
  public static void followInput() {
    Thread follower = Thread.currentThread();
    Thread.ofPlatform().daemon().name("weft input").start(() -> awaitEndOfInput(follower));
  }

  private static void awaitEndOfInput(Thread follower) {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      // as good as an end
    }
    follower.interrupt();
  }
}
