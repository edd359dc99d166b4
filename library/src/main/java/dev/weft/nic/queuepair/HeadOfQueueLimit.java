package dev.weft.nic.queuepair;

import dev.weft.nic.progress.Timer;
import dev.weft.wire.Link;
import java.util.concurrent.TimeUnit;

/**
 * Limits how long a message of an unreliable queue pair waits for room in a peer's ring, as a
 * switch limits the time of a packet at the head of a queue. When the time is over, the message is
 * lost, as are the following ones to this peer until its ring has room. So a process that is
 * stopped does not keep datagrams from other peers.
 *
 * <p>The caller holds the machine's lock.
 */
final class HeadOfQueueLimit {
  /** Longer than a process that runs is kept from its processor. */
  private static final long LIMIT = TimeUnit.MILLISECONDS.toNanos(500);

  private final Timer.Alarm over;

  HeadOfQueueLimit(QueuePairProgress progress) {
    over = new Timer.Alarm(progress::doorbell); // sends again; nothing, if the pair was reset
  }

  /**
   * Notes whether a frame had no room; returns whether its message has waited too long, and is
   * lost.
   */
  boolean isOver(Link link, boolean full) {
    if (!full) {
      link.fullSince = 0;
      return false;
    }
    long now = System.nanoTime() | 1;
    if (link.fullSince == 0) {
      link.fullSince = now;
      Timer.PROCESS.set(over, LIMIT);
    }
    return now - link.fullSince >= LIMIT;
  }
}
