package dev.weft.provider.fabric.wait;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.Waitable;
import dev.weft.wait.ExternalWait;
import dev.weft.wait.IdleStrategy;
import dev.weft.wait.Notifier;
import java.util.concurrent.atomic.AtomicBoolean;

/** The watch of a queue or counter of a software fabric: its notifier forwards to the listener. */
public final class SoftwareWatch implements EventWatch, Membership {
  private final Selectable object;
  private final EventReport reportOrNull;
  private final EventListener listener;
  private final Notifier notifier;

  /**
   * Begins to watch.
   *
   * @param listener null to poll only
   */
  @SuppressWarnings("this-escape") // the last statement
  public SoftwareWatch(Selectable object, EventListener listener) {
    this.object = object;
    this.reportOrNull = object instanceof PollSetObject own ? own.newReport() : null;
    this.listener = GuardedListener.of(listener);
    this.notifier = listener == null ? null : notifier(object, this.listener);
    if (notifier != null) {
      object.waiting().watch(this, notifier);
    }
  }

  private static Notifier notifier(Selectable watched, EventListener listener) {
    if (!watched.waiting().sleeps()) {
      throw new FabricException(
          Errno.EINVAL,
          "Waitable.watch",
          "object=" + watched + " does not notify waiters",
          "Open it with waitObject=UNSPEC, FD, MUTEX_COND, POLLFD or SET");
    }
    return new Notifier(IdleStrategy.PARK, 0, new Call(listener));
  }

  @Override
  public boolean isReady() {
    object.progress();
    return object.event().holds();
  }

  @Override
  public boolean arm() {
    return notifier == null ? isReady() : !notifier.tryArm(object.event());
  }

  @Override
  public boolean takeEvent() {
    object.progress();
    return reportOrNull == null ? object.event().holds() : reportOrNull.take();
  }

  @Override
  public Waitable member() {
    return (Waitable) object;
  }

  @Override
  public void cancel() {
    close();
    listener.onClose();
  }

  @Override
  public void close() {
    if (notifier != null) {
      object.waiting().unwatch(this, notifier);
    }
  }

  /** Calls the listener once after each time that the notifier was armed. */
  private static final class Call implements ExternalWait {
    private final EventListener listener;
    private final AtomicBoolean raised = new AtomicBoolean();

    Call(EventListener listener) {
      this.listener = listener;
    }

    @Override
    public boolean raise() {
      boolean changed = raised.compareAndSet(false, true);
      if (changed) {
        listener.onEvent();
      }
      return changed;
    }

    @Override
    public boolean lower() {
      return raised.compareAndSet(true, false);
    }

    @Override
    public void close() {}
  }
}
