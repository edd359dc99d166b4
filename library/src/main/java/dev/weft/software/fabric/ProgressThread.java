package dev.weft.software.fabric;

import dev.weft.software.EndpointMachine;
import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import dev.weft.wait.WaitCondition;
import dev.weft.wait.WaitResult;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code FI_PROGRESS_AUTO}: one thread that progresses all endpoints of a domain, and sleeps while
 * none has work.
 */
final class ProgressThread implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final BoundMachines machines;
  private final Notifier notifier = new Notifier();
  private final Thread thread;

  ProgressThread(WorkQueue work) {
    machines = new BoundMachines(work);
    thread = Thread.ofPlatform().daemon().name("weft-progress").start(this::run);
  }

  void add(EndpointMachine machine) {
    machines.add(machine);
    notifier.wake();
  }

  void remove(EndpointMachine machine) {
    machines.remove(machine);
  }

  /** A doorbell. */
  void wake() {
    notifier.wake();
  }

  private void run() {
    Work work = new Work();
    while (isOpen(work)) {
      Thread.interrupted(); // nothing else ends a wait for work
    }
  }

  /** What there was no memory for is done when there is. */
  private boolean isOpen(Work work) {
    try {
      return notifier.await(work, Deadline.FOREVER) != WaitResult.CLOSED;
    } catch (OutOfMemoryError e) {
      LockSupport.parkNanos(PAUSE_NANOS);
      return true;
    }
  }

  @Override
  public void close() {
    notifier.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Does what there is to do whenever the doorbell rings, and then waits on. */
  private final class Work implements WaitCondition {
    @Override
    public boolean holds() {
      return false;
    }

    @Override
    public boolean advance() {
      machines.progressAndArm();
      return false;
    }
  }
}
