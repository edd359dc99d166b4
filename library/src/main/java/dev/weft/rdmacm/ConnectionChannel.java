package dev.weft.rdmacm;

import dev.weft.argument.Require;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.wait.ChannelWait;
import dev.weft.wait.WaitDescriptors;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * {@code rdma_create_event_channel(3)}: the FIFO of connection events. Any number of ids and
 * threads may share it. A channel that is never selected nor polled need not be closed.
 */
public final class ConnectionChannel implements AutoCloseable {
  private static final String CALL = "rdma_get_cm_event";

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrival = lock.newCondition();

  /** Guarded by the lock, as the fields below. */
  private final ArrayDeque<ConnectionEvent> events = new ArrayDeque<>();

  /** Null until it is asked for, so that only programs that select pay for it. */
  private ChannelWait wait;

  private boolean closed;

  /** Creates an empty channel. */
  public ConnectionChannel() {}

  /**
   * {@code rdma_get_cm_event(3)}: waits for the next event.
   *
   * @throws IllegalStateException if the channel is closed, also meanwhile
   */
  public ConnectionEvent getEvent() throws InterruptedException {
    return next(Long.MAX_VALUE);
  }

  /**
   * Waits up to {@code patience} for the next event; null on timeout. Does not wait if the time is
   * 0 or negative.
   *
   * @throws IllegalStateException if the channel is closed, also meanwhile
   */
  public ConnectionEvent getEvent(Duration patience) throws InterruptedException {
    Require.notNull("patience", patience);
    return next(TimeUnit.NANOSECONDS.convert(patience));
  }

  private ConnectionEvent next(long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (requireOpen(events).isEmpty() && left > 0) {
        left = arrival.awaitNanos(left);
      }
      ConnectionEvent event = events.poll();
      show();
      return event;
    } finally {
      lock.unlock();
    }
  }

  private <T> T requireOpen(T open) {
    if (closed) {
      throw new IllegalStateException("the channel is closed");
    }
    return open;
  }

  /**
   * {@code fd}: readable exactly while an event is queued. Opened at the first call. Never read or
   * close it.
   *
   * @throws VerbsException with {@link VerbsErrno#EMFILE} if the process has no descriptor left
   * @throws IllegalStateException if this is closed
   */
  public SelectableChannel channel() {
    lock.lock();
    try {
      return opened().channel();
    } catch (IOException e) {
      throw noDescriptor(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@code fd} as in C: the number of a file descriptor, with the meaning, life and errors of
   * {@link CompletionChannel#descriptor}.
   */
  public int descriptor() {
    String obstacle = WaitDescriptors.obstacle();
    if (obstacle != null) {
      throw new VerbsException(
          VerbsErrno.EOPNOTSUPP, CALL, obstacle, "The channel needs no native code");
    }
    lock.lock();
    try {
      return opened().descriptor();
    } catch (IOException e) {
      throw noDescriptor(e);
    } finally {
      lock.unlock();
    }
  }

  private static VerbsException noDescriptor(IOException cause) {
    return new VerbsException(
        VerbsErrno.EMFILE,
        CALL,
        cause.getMessage(),
        "A pipe is needed to select events: " + ChannelWait.MORE_FILES);
  }

  private ChannelWait opened() throws IOException {
    if (requireOpen(wait) == null) {
      wait = new ChannelWait();
      show();
    }
    return wait;
  }

  /** Tells who selects whether there are events. */
  private void show() {
    if (wait != null && events.isEmpty()) {
      wait.lower();
    } else if (wait != null) {
      wait.raise();
    }
  }

  /** Adds an event. If the channel is closed, nobody answers: a connect request is rejected. */
  void add(ConnectionEvent event) {
    if (!addIfOpen(event) && event.listener() != null) {
      event.id().close();
    }
  }

  private boolean addIfOpen(ConnectionEvent event) {
    lock.lock();
    try {
      if (!closed) {
        events.add(event);
        arrival.signal();
        show();
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /** The connect requests of a listener. */
  List<ConnectionEvent> requests(ConnectionListener listener) {
    lock.lock();
    try {
      return events.stream().filter(event -> listener.equals(event.listener())).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns the connect requests of a listener. */
  List<ConnectionEvent> takeRequests(ConnectionListener listener) {
    return take(event -> listener.equals(event.listener()));
  }

  /** Removes and returns the events of an id. */
  List<ConnectionEvent> take(ConnectionId id) {
    return take(event -> event.id().equals(id));
  }

  private List<ConnectionEvent> take(Predicate<ConnectionEvent> which) {
    lock.lock();
    try {
      List<ConnectionEvent> taken = events.stream().filter(which).toList();
      events.removeAll(taken);
      show();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@code rdma_destroy_event_channel(3)}: ends waits, now and later, and closes the descriptors.
   * Close the ids and listeners first: events are lost from now on, and connect requests that were
   * not read are rejected.
   */
  @Override
  public void close() {
    List<ConnectionEvent> unread = end();
    unread.stream().filter(event -> event.listener() != null).forEach(it -> it.id().close());
  }

  private List<ConnectionEvent> end() {
    lock.lock();
    try {
      closed = true;
      arrival.signalAll();
      if (wait != null) {
        wait.close();
        wait = null;
      }
      return take(_ -> true);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    lock.lock();
    try {
      return "ConnectionChannel[events=" + events.size() + "]";
    } finally {
      lock.unlock();
    }
  }
}
