package dev.weft.nic.queuepair;

import dev.weft.nic.progress.PollLease;
import dev.weft.wire.CacheLinePadded;
import dev.weft.wire.InProcessPeer;

/**
 * A queue pair as seen by its peers in the same process. They look at it for every message, and
 * while both sides poll nothing in it is written: its cache lines stay in both caches.
 */
final class LocalPeer extends CacheLinePadded implements InProcessPeer {
  private final QueuePairProgress progress;
  private final PollLease lease;

  /** Whether a request waits until another thread, which serves the peer, rings this side. */
  private volatile boolean waiting;

  LocalPeer(QueuePairProgress progress, PollLease lease) {
    this.progress = progress;
    this.lease = lease;
  }

  QueuePairProgress progress() {
    return progress;
  }

  /** Whether another thread polls, and will process frames itself. */
  boolean isPolled() {
    return lease.isHeldByAnother();
  }

  /** Whether the caller holds the lock. May be false for the holder if another thread polls. */
  boolean isInside() {
    return !lease.isHeldByAnother() && progress.holdsLock();
  }

  @Override
  public void ringUnlessPolled() {
    if (!lease.willBeFound()) {
      progress.doorbell();
    }
  }

  /** Has a request wait, before a thread that serves the peer is told. */
  void beginWait() {
    waiting = true;
  }

  /** Whether a request waits, and does so no more. The caller holds the peer's lock. */
  boolean endsWait() {
    boolean waited = waiting;
    if (waited) {
      waiting = false;
    }
    return waited;
  }

  /** Rings if a request waits for the lock of a peer, which the caller holds. */
  void ringIfWaiting() {
    if (endsWait()) {
      progress.doorbell();
    }
  }
}
