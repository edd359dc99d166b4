package dev.weft.provider.verbs;

import dev.weft.verbs.CompletionEventHandler;

/**
 * The completion event handler of a context, for queues without a channel. Runs on virtual threads,
 * so that whoever completes a request never runs an application's code under a lock.
 */
final class HandlerRunner {
  private static final System.Logger LOG = System.getLogger("dev.weft.verbs");

  private final SoftwareContext context;
  private volatile CompletionEventHandler handler;

  HandlerRunner(SoftwareContext context) {
    this.context = context;
  }

  /** Replaces the handler; null for none. */
  synchronized void set(CompletionEventHandler handlerOrNull) {
    handler = handlerOrNull;
  }

  private synchronized CompletionEventHandler current() {
    return handler;
  }

  /** The runs for one queue: one after the other, one for each event. */
  final class Runs {
    private final SoftwareCompletionQueue queue;
    private int due;
    private boolean ended;
    private Thread runner;

    Runs(SoftwareCompletionQueue queue) {
      this.queue = queue;
    }

    /** The queue has got what it was armed for. */
    void trigger() {
      if (handler == null) {
        return;
      }
      synchronized (this) {
        due++;
        if (runner == null && !ended) {
          runner = Thread.ofVirtual().name("weft-completion-handler").unstarted(this::runAll);
          runner.start();
        }
      }
    }

    private void runAll() {
      while (takeOne()) {
        CompletionEventHandler now = current();
        if (now != null) {
          run(now);
        }
      }
    }

    private synchronized boolean takeOne() {
      if (due == 0 || ended) {
        runner = null;
        notifyAll();
        return false;
      }
      due--;
      return true;
    }

    /** Whatever it throws harms nobody else. */
    private void run(CompletionEventHandler now) {
      try {
        now.completed(context, queue);
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.WARNING, "The completion event handler " + now + " failed", e);
      }
    }

    /** No run begins from now on; waits for the one that runs, unless that is who calls. */
    synchronized void end() {
      ended = true;
      boolean interrupted = false;
      while (runner != null && !runner.equals(Thread.currentThread())) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
