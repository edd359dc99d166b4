package dev.weft.nic.queuepair;

import java.util.concurrent.CountDownLatch;

/** A thread that holds a machine's lock until it is released, so that no other thread can. */
public final class LockHolder {
  private final CountDownLatch inside = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread thread;

  public LockHolder(QueuePairMachine machine) throws InterruptedException {
    thread = Thread.ofPlatform().daemon().start(() -> visit(machine));
    inside.await();
  }

  private void visit(QueuePairMachine machine) {
    machine.enter();
    inside.countDown();
    try {
      done.await();
    } catch (InterruptedException nobodyDoes) {
      // leave
    }
    machine.exit();
  }

  public void leave() throws InterruptedException {
    done.countDown();
    thread.join();
  }
}
