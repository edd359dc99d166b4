package dev.weft.provider.fabric.wait;

import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.provider.fabric.trigger.DeferredWorkList;
import dev.weft.service.FailureLog;
import dev.weft.service.ServiceTask;
import dev.weft.service.ServiceThread;
import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;
import dev.weft.wait.WaitResult;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * {@code FI_PROGRESS_AUTO}: one thread that progresses all endpoints of a domain, and sleeps while
 * none has work. An endpoint whose progress throws is retried after a pause and does not delay
 * others.
 */
public final class ProgressThread implements AutoCloseable {
  final FailureLog failures = new FailureLog("The progress of an endpoint");
  private final Notifier notifier = new Notifier();
  private final Readiness round = new Round();
  private final Task starting;
  private final ServiceThread thread;

  /** Replaced, never changed. */
  private volatile Task[] tasks;

  public ProgressThread(DeferredWorkList work) {
    starting = new Task(null, work::start);
    tasks = new Task[] {starting};
    thread = ServiceThread.start("weft-progress", failures, this::sleep);
  }

  /** A task that runs whenever the doorbell rings. */
  private static final class Task extends ServiceTask {
    private final EndpointMachine machine;
    private final Runnable work;

    Task(EndpointMachine machineOrNull, Runnable work) {
      this.machine = machineOrNull;
      this.work = work;
    }

    @Override
    protected void work() {
      work.run();
    }
  }

  public synchronized void add(EndpointMachine machine) {
    remove(machine);
    Task[] more = Arrays.copyOf(tasks, tasks.length + 1);
    more[tasks.length - 1] = new Task(machine, machine::progressAndArm);
    more[tasks.length] = starting; // counters may have reached a threshold
    tasks = more;
    notifier.wake();
  }

  public synchronized void remove(EndpointMachine machine) {
    tasks = Arrays.stream(tasks).filter(task -> !machine.equals(task.machine)).toArray(Task[]::new);
  }

  /** Rings the doorbell. */
  public void wake() {
    notifier.wake();
  }

  /** Waits on the notifier, which runs {@link Round}; false once this is closed. */
  private boolean sleep() {
    Thread.interrupted(); // clears the interrupt: only work and close end the wait
    return notifier.await(round, nextAttempt()) != WaitResult.CLOSED;
  }

  /** When the first failed task is retried. */
  private long nextAttempt() {
    long soonest = Deadline.FOREVER;
    for (Task task : tasks) {
      if (task.hasFailed()) {
        long due = Deadline.after(Math.max(0, task.pauseNanos()), TimeUnit.NANOSECONDS);
        soonest = Math.min(soonest, due);
      }
    }
    return soonest;
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

  /** Runs all tasks whenever the doorbell rings. */
  private final class Round implements Readiness {
    @Override
    public boolean holds() {
      return false;
    }

    /** True if a task has failed, so that the wait gets a timeout. */
    @Override
    public boolean advance() {
      boolean failed = false;
      for (Task task : tasks) {
        failed |= !task.isPaused() && !task.attempt(failures);
      }
      return failed;
    }
  }
}
