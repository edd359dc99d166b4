package dev.weft.nic.queuepair;

import dev.weft.nic.progress.PendingDoorbells;
import dev.weft.wait.PendingBitLock;
import dev.weft.wire.Link;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The lock of a queue pair, or of several machines that share it. Before the holder releases it, it
 * serves the members whose doorbells rang meanwhile and rings peers.
 *
 * <p>The holder rings a peer in this process before it releases, and serves the peer on the same
 * thread. A message, its response and both completions thus cost one acquisition of each of the two
 * locks. No thread waits for a lock while it holds another: if the peer's lock is held, it sets the
 * pending bit of that lock.
 */
public final class CombiningLock {
  private static final QueuePairProgress[] NONE = {};

  /** Maximum number of passes before the holder releases. */
  private static final int MAX_TURNS = 1000;

  /** Delay before members are served again after a failure. */
  private static final long AFTER_FAILURE = TimeUnit.MILLISECONDS.toNanos(100);

  private final PendingBitLock bitLock = new PendingBitLock();
  private final PendingDoorbells doorbells = new PendingDoorbells();

  /** The members that this lock serves: a snapshot that is replaced. */
  private volatile QueuePairProgress[] members = NONE;

  /** Whether a member was rung. Guarded by this lock. */
  private boolean rung;

  /** Adds a member to serve. Caller holds the lock. */
  void join(QueuePairProgress member) {
    QueuePairProgress[] more = Arrays.copyOf(members, members.length + 1);
    more[members.length] = member;
    members = more;
  }

  /** Removes a member. Caller holds the lock. */
  void part(QueuePairProgress member) {
    members =
        Arrays.stream(members).filter(one -> !one.equals(member)).toArray(QueuePairProgress[]::new);
  }

  /** Acquires the lock. Spins while another thread holds it. */
  public void enter() {
    bitLock.enter();
  }

  /** Acquires the lock if no other thread holds it. */
  boolean enterIfFree() {
    return bitLock.enterIfFree();
  }

  /** Acquires the lock if it is free, else sets the pending bit: the holder serves all members. */
  boolean tryEnterOrSetPending() {
    return bitLock.tryEnterOrSetPending();
  }

  /** Does the pending work, then releases the lock. */
  public void exit() {
    if (bitLock.isNested()) {
      bitLock.leaveNested();
    } else {
      leave(null);
    }
  }

  /** Whether the calling thread holds the lock. */
  boolean isInside() {
    return bitLock.isInside();
  }

  /** Has {@link #exit} ring this peer. Caller holds the lock. */
  void ringLater(Link link) {
    doorbells.add(link);
  }

  /** Serves a member now, or has the holder serve it before it releases. */
  void ring(QueuePairProgress member) {
    if (bitLock.isInside()) {
      ringInside(member);
    } else if (bitLock.tryEnterOrSetPending()) {
      leave(member);
    }
  }

  /** Has a member served before the lock is released. Caller holds the lock. */
  void ringInside(QueuePairProgress member) {
    member.rung = true;
    rung = true;
  }

  /**
   * Serves until no member is rung and the pending bit is clear, then releases. A poller names the
   * member to serve, so that compilers see that a poster has seldom one.
   */
  private void leave(QueuePairProgress memberOrNull) {
    boolean left = false;
    boolean failed = true;
    try {
      if (memberOrNull != null) {
        memberOrNull.serve();
      }
      for (int turns = 0; turns < MAX_TURNS && !left; turns++) {
        if (rung) {
          serve();
        }
        doorbells.ringNear();
        if (!rung) {
          Link far = doorbells.takeFar();
          Link[] more = doorbells.takeMoreFar();
          left = bitLock.leave();
          if (!left) {
            ringAll();
          }
          doorbells.wake(far, more);
        }
      }
      failed = false;
    } finally {
      if (!left) {
        leaveToTimer(failed ? AFTER_FAILURE : 0);
      }
    }
  }

  private void serve() {
    rung = false;
    for (QueuePairProgress member : members) {
      if (member.rung) {
        member.serve();
      }
    }
  }

  /** Rings all members, because the pending bit does not name one. */
  private void ringAll() {
    for (QueuePairProgress member : members) {
      ringInside(member);
    }
  }

  /** Releases with work pending, so that no peer can keep this thread. The timer continues. */
  private void leaveToTimer(long nanos) {
    rung = false;
    QueuePairProgress[] now = members;
    bitLock.leaveAtOnce();
    for (QueuePairProgress member : now) {
      member.serveIn(nanos);
    }
  }
}
