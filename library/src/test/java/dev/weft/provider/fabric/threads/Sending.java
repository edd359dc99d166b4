package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import java.util.concurrent.atomic.AtomicInteger;

/** A message that a thread sends. */
final class Sending extends Operation {
  final Station to;
  final boolean tagged;
  final boolean hasData;
  final long tag;
  final boolean inject;

  /** Receives that have ended with it, truncated or not. */
  final AtomicInteger taken = new AtomicInteger();

  /** Whether a receive has all of it. */
  volatile boolean received;

  /** Its place among the posts of its thread. */
  volatile long order;

  Sending(Post post, Station to, boolean tagged, long tag, boolean hasData, boolean inject) {
    super(post);
    this.to = to;
    this.tagged = tagged;
    this.tag = tag;
    this.hasData = hasData;
    this.inject = inject;
  }

  @Override
  boolean isSilent() {
    return inject;
  }

  /** Whether a receive must end with it. */
  boolean mustArrive() {
    return accepted && error == 0 && !station.closing && !to.closing;
  }

  /** A receive has ended with it. */
  void takenBy(Receiving receive, boolean whole) {
    assertTrue(taken.incrementAndGet() == 1, () -> "taken twice: " + this + ", by " + receive);
    received = whole;
  }

  void assertFate() {
    assertTrue(accepted || taken.get() == 0, () -> "received, but not accepted: " + this);
    assertTrue(!mustArrive() || taken.get() == 1, () -> "lost: " + this);
    boolean cancelled = error == Errno.ECANCELED;
    assertTrue(!cancelled || !received, () -> "received and cancelled: " + this);
  }

  @Override
  public String toString() {
    return super.toString()
        + " to %s, %d bytes, tagged %s, tag %x, data %s, inject %s, taken %s"
            .formatted(to, buffer.length, tagged, tag, hasData, inject, taken);
  }
}
