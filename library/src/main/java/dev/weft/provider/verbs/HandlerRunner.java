package dev.weft.provider.verbs;

import dev.weft.verbs.CompletionEventHandler;

/**
 * Calls the completion event handler of a context, for queues without a channel. Calls run on
 * virtual threads, so that application code never runs under a lock of the completing thread.
 */
public final class HandlerRunner {
  private static final System.Logger LOG = System.getLogger("dev.weft.verbs");

  private final SoftwareContext context;
  private volatile CompletionEventHandler handler;

  public HandlerRunner(SoftwareContext context) {
    this.context = context;
  }

  /** Replaces the handler; null for none. */
  public synchronized void set(CompletionEventHandler handlerOrNull) {
    handler = handlerOrNull;
  }

  private synchronized CompletionEventHandler current() {
    return handler;
  }

  /** The handler calls of one queue: sequential, one per event. */
  public final class Runs {
    private final SoftwareCompletionQueue queue;
    private int due;
    private boolean ended;
    private Thread runner;

    public Runs(SoftwareCompletionQueue queue) {
      this.queue = queue;
    }

    /** Runs the handler once for an event of the queue. */
    public void trigger() {
      if (handler == null) {
        return;
      }
      synchronized (this) {
        due++;
        if (runner == null && !ended) {
          runner = Thread.ofVirtual().name("weft-completion-handler").start(this::runAll);
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

    /** Calls the handler; exceptions are logged. */
    private void run(CompletionEventHandler now) {
      try {
        now.completed(context, queue);
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.WARNING, "The completion event handler " + now + " failed", e);
      }
    }

    /** Starts no more calls, and waits for a running one, unless the caller is that handler. */
    public synchronized void end() {
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
