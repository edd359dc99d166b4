package dev.weft.wire.shm;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Keeps the event loop's thread in one handler until it is closed, so that it serves no other. */
public final class BusyEventLoop implements AutoCloseable, ShmEventLoop.ChannelHandler {
  private final CountDownLatch busy = new CountDownLatch(1);
  private volatile boolean released;

  /** On return the event loop's thread is in the handler. */
  public static BusyEventLoop begin() throws IOException, InterruptedException {
    BusyEventLoop begun = new BusyEventLoop();
    ShmEventLoop.acquire().readyAgain(begun);
    begun.busy.await();
    return begun;
  }

  @Override
  public void ready() {
    busy.countDown();
    while (!released) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void ended() {}

  @Override
  public void close() {
    released = true;
    ShmEventLoop.release();
  }
}
