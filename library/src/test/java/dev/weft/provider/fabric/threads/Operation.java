package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;

/** An operation that a thread has tried to post. Its number is its context. */
abstract class Operation {
  final long number;
  final int thread;
  final Station station;
  final Buffer buffer;

  /** Whether the post has returned 0. Written by the posting thread. */
  volatile boolean accepted;

  /** Whether a thread has asked to cancel it. */
  volatile boolean cancelTried;

  /** The error of its entry, or 0. */
  volatile int error;

  private final AtomicInteger entries = new AtomicInteger();

  /** Which thread posts at which endpoint with which buffer. */
  record Post(long number, int thread, Station station, Buffer buffer) {}

  Operation(Post post) {
    number = post.number;
    thread = post.thread;
    station = post.station;
    buffer = post.buffer;
  }

  /** Counts an entry with its context, after all else has been recorded. */
  final void ended() {
    assertEquals(1, entries.incrementAndGet(), () -> "entries of " + this);
  }

  final boolean hasEnded() {
    return entries.get() > 0;
  }

  /** Whether it completes without an entry. */
  boolean isSilent() {
    return false;
  }

  /** Whether the close of an endpoint may have ended it without an entry. */
  boolean mayVanish() {
    return station.closing;
  }

  /** Compares the number of entries with the result of the post. */
  final void assertEntries() {
    int found = entries.get();
    if (!accepted) {
      assertEquals(0, found, () -> "entries of what was not accepted: " + this);
    } else if (isSilent()) {
      assertEquals(0, found, () -> "entries of what has none: " + this);
    } else {
      assertTrue(found == 1 || mayVanish(), () -> "no entry of " + this);
    }
  }

  @Override
  public String toString() {
    return "%s %d of thread %d at %s (accepted %s, error %d, cancel %s)"
        .formatted(
            getClass().getSimpleName(), number, thread, station, accepted, error, cancelTried);
  }
}
