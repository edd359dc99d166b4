package dev.weft.wire.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One daemon thread for all ports of the process: it sleeps until a peer calls, rings or dies, and
 * never otherwise. It runs while there are ports.
 */
final class Switchboard {

  /** What happens on one channel; called by the switchboard's thread. */
  interface Line {

    /** There is something to read or to accept. An exception ends the line. */
    void ready() throws IOException;

    /** The line has ended with an exception, or its channel was closed by {@link #ready}. */
    void ended();
  }

  /** How long it leaves a process alone that has no memory. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static Switchboard running;
  private static int users;

  private final Selector selector;
  private volatile boolean stopped;

  private Switchboard() throws IOException {
    selector = Selector.open();
    Thread.ofPlatform().daemon().name("weft-shm").start(this::run);
  }

  /** The process's switchboard; to be released as often as it was acquired. */
  static synchronized Switchboard acquire() throws IOException {
    if (users == 0) {
      running = new Switchboard();
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

  /** Watches a non-blocking channel. Any thread. */
  void watch(SelectableChannel channel, int operations, Line line) throws IOException {
    channel.register(selector, operations, line);
    selector.wakeup();
  }

  /** Leaves a channel to others, unless it is watched again. Any thread. */
  void unwatch(SelectableChannel channel) {
    SelectionKey key = channel.keyFor(selector);
    if (key != null) {
      key.interestOps(0);
      selector.wakeup();
    }
  }

  /** Closes channels that are watched. Any thread. */
  void close(SelectableChannel... channels) {
    for (SelectableChannel channel : channels) {
      Quietly.close(channel);
    }
    selector.wakeup(); // a closed channel keeps its descriptor until its selector looks
  }

  private void run() {
    try (selector) {
      while (!stopped) {
        serveAll();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Who rang or died when there was no memory does so still when there is. */
  private void serveAll() throws IOException {
    try {
      selector.select(Switchboard::serve);
    } catch (OutOfMemoryError e) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static void serve(SelectionKey key) {
    Line line = (Line) key.attachment();
    try {
      line.ready();
    } catch (IOException | RuntimeException | InternalError e) {
      key.cancel();
      line.ended();
    }
  }
}
