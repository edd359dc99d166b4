package dev.weft.provider.verbs.event;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.wait.ChannelWait;
import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;
import dev.weft.wait.WaitDescriptors;
import dev.weft.wait.WaitResult;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A FIFO of events for blocking threads and for selectors.
 *
 * <pre>
 *   offer ──► [ event, event, ... ] ──► get          counted, never merged
 *                     │
 *                     └── not empty ⇔ channel and descriptor are readable (once opened)
 * </pre>
 *
 * <p>Any thread may call any method, including virtual threads. The events are stored in a ring
 * that keeps its capacity, and a {@link Notifier} reuses its waiters, so that a steady flow
 * allocates nothing.
 *
 * @param <E> type of the queued events
 * @param <T> type that a getter passes to receive an event
 */
public abstract class EventFifo<E, T> {
  private static final String HINT = "A pipe is needed to select events: " + ChannelWait.MORE_FILES;

  private final String call;
  private final ReentrantLock lock = new ReentrantLock();
  private final Notifier arrivals = new Notifier();
  private final ArrayDeque<E> events = new ArrayDeque<>();
  private ChannelWait channel;
  private boolean closed;
  private volatile boolean hasEvents;
  private final Readiness arrival = () -> hasEvents;
  private volatile boolean blocking = true;

  /** Creates an empty, blocking queue; {@code call} is the C name of the call that takes events. */
  public EventFifo(String call) {
    this.call = call;
  }

  /** Whether an event may still be queued. Called with the lock held. */
  public abstract boolean accepts(E event);

  /** Copies an event to the getter's target. Called with the lock held. */
  public abstract void deliver(E event, T target);

  public final void offer(E event) {
    if (add(event)) {
      arrivals.published();
    }
  }

  private boolean add(E event) {
    lock.lock();
    try {
      boolean accepted = !closed && accepts(event);
      if (accepted) {
        events.add(event);
        show();
      }
      return accepted;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes an event; returns 0, or EAGAIN, EINTR or EIO, which take nothing and leave the target
   * unchanged.
   */
  public final int get(T target) {
    int result = take(target);
    while (result == VerbsErrno.EAGAIN && blocking) {
      if (arrivals.await(arrival, Deadline.FOREVER) == WaitResult.INTERRUPTED) {
        return VerbsErrno.EINTR;
      }
      result = take(target);
      arrivals.passOn();
    }
    return result;
  }

  private int take(T target) {
    lock.lock();
    try {
      if (events.isEmpty()) {
        return closed ? VerbsErrno.EIO : VerbsErrno.EAGAIN;
      }
      deliver(events.poll(), target);
      show();
      return 0;
    } finally {
      lock.unlock();
    }
  }

  /** Removes all events of this subject. */
  public final void forget(Object subject) {
    lock.lock();
    try {
      events.removeIf(event -> isAbout(event, subject));
      show();
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #forget} of this subject removes the event. */
  public abstract boolean isAbout(E event, Object subject);

  public final void blocking(boolean block) {
    blocking = block;
  }

  public final boolean isBlocking() {
    return blocking;
  }

  /** The channel, opened at the first call, so that only programs that select pay for it. */
  public final SelectableChannel channel() {
    lock.lock();
    try {
      return open().channel();
    } catch (IOException e) {
      throw noDescriptor(e);
    } finally {
      lock.unlock();
    }
  }

  /** The number of a file descriptor, opened at the first call. */
  public final int descriptor() {
    String obstacle = WaitDescriptors.obstacle();
    if (obstacle != null) {
      throw new VerbsException(
          VerbsErrno.EOPNOTSUPP, call, obstacle, "The channel needs no native code");
    }
    lock.lock();
    try {
      return open().descriptor();
    } catch (IOException e) {
      throw noDescriptor(e);
    } finally {
      lock.unlock();
    }
  }

  private VerbsException noDescriptor(IOException cause) {
    return new VerbsException(VerbsErrno.EMFILE, call, cause.getMessage(), HINT);
  }

  private ChannelWait open() throws IOException {
    if (closed) {
      throw new IllegalStateException("the queue of events is closed");
    }
    if (channel == null) {
      channel = new ChannelWait();
      show();
    }
    return channel;
  }

  /** Tells waiters and the channel whether there are events. */
  private void show() {
    hasEvents = !events.isEmpty();
    if (channel == null) {
      return;
    }
    if (hasEvents) {
      channel.raise();
    } else {
      channel.lower();
    }
  }

  /** Ends all current and later waits. */
  public final void close() {
    lock.lock();
    try {
      closed = true;
      events.clear();
      hasEvents = false;
      if (channel != null) {
        channel.close();
      }
    } finally {
      lock.unlock();
    }
    arrivals.close();
  }

  /** Number of threads that wait for an event. */
  public final int waiters() {
    return arrivals.waiters();
  }

  /** Number of queued events. */
  public final int size() {
    lock.lock();
    try {
      return events.size();
    } finally {
      lock.unlock();
    }
  }
}
