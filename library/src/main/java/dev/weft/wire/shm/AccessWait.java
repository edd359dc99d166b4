package dev.weft.wire.shm;

import dev.weft.wire.Link;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits until no peer accesses this side's memory by a grant, or by any. All peers have one
 * deadline; those that are late have their access revoked and their link broken. A dead peer has no
 * access; a living one whose link has ended may have one. An interrupt is deferred until {@link
 * #close}, because it would end each pause at once.
 *
 * <p>Used by one thread.
 */
final class AccessWait implements AutoCloseable {
  /** Stands for every grant. */
  static final long ANY_GRANT = 0;

  /** How long a peer may take for one copy of at most one megabyte. */
  static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long PAUSE_NANOS = 10_000;

  private final long grant;
  private final long deadline;
  private boolean interrupted;

  /** Begins to wait for accesses by a grant, or by any ({@link #ANY_GRANT}). */
  AccessWait(long grant) {
    this(grant, TIMEOUT_NANOS);
  }

  AccessWait(long grant, long timeoutNanos) {
    this.grant = grant;
    this.deadline = System.nanoTime() + timeoutNanos;
  }

  /** Loads the class, which is a file: a process that waits may have no descriptor left. */
  static void load() {}

  /** Waits for the peers of a port; {@code unacceptedOrNull} are those without a link. */
  void await(Link[] links, UnacceptedPeers unacceptedOrNull) {
    Link[] accessing = accessing(links);
    boolean waits = unacceptedOrNull != null && !unacceptedOrNull.haveEnded(grant, false);
    while (waits || accessing.length > 0) {
      pause();
      boolean late = System.nanoTime() - deadline > 0;
      waits = waits && !unacceptedOrNull.haveEnded(grant, late) && !late;
      accessing = accessing(accessing);
      if (late) {
        endAccess(accessing);
        return;
      }
    }
  }

  private Link[] accessing(Link[] links) {
    Link[] found = new Link[links.length];
    int count = 0;
    for (Link link : links) {
      if (((ShmLink) link).isAccessing(grant)) {
        found[count++] = link;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static void endAccess(Link[] links) {
    for (Link link : links) {
      ((ShmLink) link).endAccess();
    }
  }

  private void pause() {
    interrupted |= Thread.interrupted();
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  @Override
  public void close() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
