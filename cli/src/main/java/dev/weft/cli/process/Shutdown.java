package dev.weft.cli.process;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets the calling thread close what it has opened when the process is told to end, by Ctrl-C or
 * otherwise: the thread is interrupted, and the process waits a little until this is closed.
 */
public final class Shutdown implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 3;

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interruptAndWait, "weft shutdown");
  private volatile boolean asked;

  private Shutdown() {}

  /** From now on, until it is closed. */
  public static Shutdown interruptsThisThread() {
    Shutdown shutdown = new Shutdown();
    Runtime.getRuntime().addShutdownHook(shutdown.hook);
    return shutdown;
  }

  /** The end of standard input tells this process to end, too: its parent is gone. */
  public void followInput() {
    Thread.ofPlatform().daemon().name("weft input").start(this::awaitEndOfInput);
  }

  private void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      // as good as an end
    }
    asked = true;
    worker.interrupt();
  }

  private void interruptAndWait() {
    asked = true;
    worker.interrupt();
    try {
      closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the process was told to end. */
  public boolean isAsked() {
    return asked;
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException underWay) {
      // it has seen that all is closed
    }
  }
}
