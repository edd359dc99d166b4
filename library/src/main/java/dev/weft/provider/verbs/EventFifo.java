package dev.weft.provider.verbs;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.wait.ChannelWait;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Events in the order of their arrival, for threads that take one each, and for selectors.
 *
 * <pre>
 *   offer ──► [ event, event, ... ] ──► get          counted, never merged
 *                     │
 *                     └── not empty ⇔ the channel is readable (once somebody asked for it)
 * </pre>
 *
 * <p>Any thread may call any method, virtual ones too. Events are counted in a ring that keeps its
 * room: a steady flow allocates nothing.
 *
 * @param <E> what is queued
 * @param <T> where a getter wants it to be put
 */
abstract class EventFifo<E, T> {
  private final String call;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final ArrayDeque<E> events = new ArrayDeque<>();
  private ChannelWait channel;
  private boolean closed;
  private volatile boolean blocking = true;

  /** Empty and blocking; {@code call} is the C name of the call that gets events. */
  EventFifo(String call) {
    this.call = call;
  }

  /** Whether the event may still be queued; asked under the lock. */
  abstract boolean accepts(E event);

  /** Puts an event where the getter wants it; called under the lock. */
  abstract void deliver(E event, T target);

  final void offer(E event) {
    lock.lock();
    try {
      if (!closed && accepts(event)) {
        events.add(event);
        arrived.signal();
        show();
      }
    } finally {
      lock.unlock();
    }
  }

  /** 0, or EAGAIN, EINTR, EIO: then nothing was taken and the target is untouched. */
  final int get(T target) {
    lock.lock();
    try {
      while (events.isEmpty()) {
        if (closed) {
          return VerbsErrno.EIO;
        }
        if (!blocking) {
          return VerbsErrno.EAGAIN;
        }
        arrived.await();
      }
      deliver(events.poll(), target);
      show();
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return VerbsErrno.EINTR;
    } finally {
      lock.unlock();
    }
  }

  /** Takes every event out again that this is, or is about. */
  final void forget(Object subject) {
    lock.lock();
    try {
      events.removeIf(event -> isAbout(event, subject));
      show();
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #forget} of this subject takes the event. */
  abstract boolean isAbout(E event, Object subject);

  final void blocking(boolean block) {
    blocking = block;
  }

  final boolean isBlocking() {
    return blocking;
  }

  /** The channel, opened at the first call: who never selects pays nothing for it. */
  final SelectableChannel channel() {
    lock.lock();
    try {
      if (channel == null) {
        channel = new ChannelWait();
        show();
      }
      return channel.channel();
    } catch (IOException e) {
      throw new VerbsException(
          VerbsErrno.ENOMEM, call, e.getMessage(), "A pipe is needed to select events");
    } finally {
      lock.unlock();
    }
  }

  /** Makes the channel readable, or not. */
  private void show() {
    if (channel == null) {
      return;
    }
    if (events.isEmpty()) {
      channel.lower();
    } else {
      channel.raise();
    }
  }

  /** Ends every wait, now and later. */
  final void close() {
    lock.lock();
    try {
      closed = true;
      events.clear();
      arrived.signalAll();
      if (channel != null) {
        channel.close();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Events that wait to be got. */
  final int size() {
    lock.lock();
    try {
      return events.size();
    } finally {
      lock.unlock();
    }
  }
}
