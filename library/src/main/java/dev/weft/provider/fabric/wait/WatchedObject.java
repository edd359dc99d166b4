package dev.weft.provider.fabric.wait;

import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.Waitable;
import dev.weft.wait.Readiness;

/**
 * An object of another provider as a member of a selector or wait set: its watch wakes the notifier
 * of a wait object, which forwards as that of any other member does.
 */
public final class WatchedObject implements Selectable, EventListener, AutoCloseable {
  private final QueueWait waiting = QueueWait.forwarding();
  private final EventWatch watch;
  private final Readiness event =
      new Readiness() {
        @Override
        public boolean holds() {
          return watch.isReady();
        }

        @Override
        public boolean advance() {
          return watch.arm();
        }
      };

  /**
   * Begins to watch.
   *
   * @throws dev.weft.fabric.FabricException if the object cannot be watched
   */
  @SuppressWarnings("this-escape") // the listener needs the wait object only
  WatchedObject(Waitable object) {
    this.watch = object.watch(this);
  }

  @Override
  public void onEvent() {
    waiting.wake();
  }

  @Override
  public void onClose() {
    waiting.close();
  }

  @Override
  public QueueWait waiting() {
    return waiting;
  }

  @Override
  public Readiness event() {
    return event;
  }

  @Override
  public void progress() {
    watch.isReady();
  }

  /** Its provider may progress it in looks only. */
  @Override
  public boolean needsPolls() {
    return true;
  }

  @Override
  public int tryWait() {
    return waiting.tryWait(event);
  }

  @Override
  public void close() {
    watch.close();
  }
}
