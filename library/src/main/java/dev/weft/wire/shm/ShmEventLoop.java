package dev.weft.wire.shm;

import dev.weft.service.FailureLog;
import dev.weft.service.ServiceTask;
import dev.weft.service.ServiceThread;
import dev.weft.wire.shm.folder.CloseQuietly;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One daemon thread for all ports of the process. It sleeps until a peer connects, rings or dies,
 * and runs while there are ports.
 */
final class ShmEventLoop {

  /** Handles the events of one channel. Called by the event loop's thread. */
  interface ChannelHandler {

    /**
     * The channel is readable or acceptable. An {@link IOException} closes the channel; after any
     * other exception it is handled again, after a pause.
     */
    void ready() throws IOException;

    /** The channel ended with an exception. */
    void ended();
  }

  /** A channel and its handler. */
  private static final class Watched extends ServiceTask {
    private final ChannelHandler channelHandler;
    private final int operations;
    private SelectionKey key;
    private boolean ending;

    Watched(ChannelHandler channelHandler, int operations) {
      this.channelHandler = channelHandler;
      this.operations = operations;
    }

    @Override
    protected void work() {
      try {
        if (!ending) {
          channelHandler.ready();
        }
      } catch (IOException e) {
        ending = true;
      }
      if (ending) {
        key.cancel();
        channelHandler.ended();
      }
    }
  }

  private static ShmEventLoop running;
  private static int users;

  final FailureLog failures = new FailureLog("A connection to another process");
  private final Selector selector;

  /** Kept in a field: a method reference created per iteration would allocate. */
  private final Consumer<SelectionKey> serve = this::serve;

  /** Channels whose last attempt failed. Used by the event loop's thread only. */
  private final List<Watched> failed = new ArrayList<>();

  /** Channels that were closed since the last select, which releases their descriptors. */
  private final AtomicInteger closing = new AtomicInteger();

  /** Handlers that stopped early, to be called after the next select. */
  private final Set<ChannelHandler> unfinished = ConcurrentHashMap.newKeySet();

  /**
   * Held while the selector's keys are changed. A channel that is given to another handler has its
   * handler first and its operations later; in between the new handler must not end the channel.
   */
  private final Object interest = new Object();

  private volatile boolean stopped;

  private ShmEventLoop() throws IOException {
    ConnectionBuffers.allocate();
    selector = Selector.open();
    ServiceThread.start("weft-shm", failures, this::serveAll);
  }

  /** The process's event loop; release it as often as it was acquired. */
  static synchronized ShmEventLoop acquire() throws IOException {
    if (users == 0) {
      running = new ShmEventLoop();
    }
    users++;
    return running;
  }

  static synchronized void release() {
    users--;
    if (users == 0) {
      running.stopped = true;
      running.selector.wakeup();
      running = null;
    }
  }

  /**
   * Watches a non-blocking channel. Any thread.
   *
   * @throws ClosedChannelException if the channel is closed, also by another thread meanwhile
   */
  void watch(SelectableChannel channel, int operations, ChannelHandler channelHandler)
      throws IOException {
    try {
      synchronized (interest) {
        channel.register(selector, operations, new Watched(channelHandler, operations));
      }
    } catch (CancelledKeyException closedMeanwhile) {
      throw new ClosedChannelException();
    }
    selector.wakeup();
  }

  /** Stops watching a channel, which others may then select. Any thread. */
  void unwatch(SelectableChannel channel) {
    SelectionKey key = channel.keyFor(selector);
    if (key != null) {
      synchronized (interest) {
        key.attach(null);
        key.interestOps(0);
      }
      selector.wakeup();
    }
  }

  /** Closes watched channels. Any thread. */
  void close(SelectableChannel... channels) {
    for (SelectableChannel channel : channels) {
      CloseQuietly.close(channel);
    }
    closing.addAndGet(channels.length);
    selector.wakeup(); // a closed channel keeps its descriptor until its selector runs
  }

  /** How many closed channels may still have their descriptors. */
  int closing() {
    return closing.get();
  }

  /** Calls {@link ChannelHandler#ready} once more, after the next select. Any thread. */
  void readyAgain(ChannelHandler handler) {
    unfinished.add(handler);
    selector.wakeup();
  }

  private boolean serveAll() throws IOException {
    if (stopped) {
      selector.close();
      return false;
    }
    int closed = closing.get();
    if (failed.isEmpty()) {
      selector.select(serve);
    } else {
      selector.select(serve, untilNextAttempt());
      serveFailedAgain();
    }
    closing.addAndGet(-closed);
    if (!unfinished.isEmpty()) {
      finish();
    }
    return true;
  }

  /** Those that stop early again, or fail, wait for another select. */
  private void finish() throws IOException {
    for (ChannelHandler each : List.copyOf(unfinished)) {
      unfinished.remove(each);
      boolean done = false;
      try {
        each.ready();
        done = true;
      } finally {
        if (!done) {
          readyAgain(each);
        }
      }
    }
  }

  private void serve(SelectionKey key) {
    if (attachment(key) instanceof Watched watched) {
      watched.key = key;
      attempt(watched);
    }
  }

  private Object attachment(SelectionKey key) {
    synchronized (interest) {
      return key.attachment();
    }
  }

  /** The selector does not report a failed channel until it is handled again. */
  private void attempt(Watched watched) {
    boolean before = watched.hasFailed();
    boolean done = watched.attempt(failures);
    if (!done && !before) {
      setInterest(watched, 0);
      failed.add(watched);
    } else if (done && before) {
      failed.remove(watched);
      setInterest(watched, watched.operations);
    }
  }

  private void setInterest(Watched watched, int operations) {
    synchronized (interest) {
      if (isCurrent(watched)) {
        watched.key.interestOps(operations);
      }
    }
  }

  /** Whether the channel is still watched. */
  private static boolean isCurrent(Watched watched) {
    return watched.key.isValid() && watched.equals(watched.key.attachment());
  }

  /** Handles failed channels even if they are not selected: their data may already be read. */
  private void serveFailedAgain() {
    for (Watched each : List.copyOf(failed)) {
      if (!each.ending && !isCurrent(each)) {
        failed.remove(each);
      } else if (!each.isPaused()) {
        attempt(each);
      }
    }
  }

  /** Milliseconds, rounded up. */
  private long untilNextAttempt() {
    long soonest = Long.MAX_VALUE;
    for (Watched each : failed) {
      soonest = Math.min(soonest, Math.max(0, each.pauseNanos()));
    }
    return TimeUnit.NANOSECONDS.toMillis(soonest) + 1;
  }
}
