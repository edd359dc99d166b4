package dev.weft.nic.queuepair;

import dev.weft.wire.Link;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The lock of a queue pair, or of several machines that share it, and what is to be done before it
 * is given back: whoever is inside serves those that were rung meanwhile, and rings peers.
 *
 * <p>A peer in this process is rung by who is still inside, which serves it on the same thread: a
 * message, its answer, and both completions cost each of the two gates one entering. Nobody waits
 * for a gate inside another one: where somebody is inside the peer's, a mark is left for who is.
 */
final class CombiningLock {
  private static final QueuePairProgress[] NONE = {};

  /** Turns for which whoever leaves may be kept. */
  private static final int MOST_TURNS = 1000;

  /** How long after a failure members are served again, which then may fail no more. */
  private static final long AFTER_FAILURE = TimeUnit.MILLISECONDS.toNanos(100);

  private final PendingBitLock entrance = new PendingBitLock();
  private final PendingDoorbells doorbells = new PendingDoorbells();

  /** Who is served here: a snapshot that is replaced. */
  private volatile QueuePairProgress[] members = NONE;

  /** Inside: one of them was rung. */
  private boolean rung;

  /** Inside: this one is served here from now on. */
  void join(QueuePairProgress member) {
    QueuePairProgress[] more = Arrays.copyOf(members, members.length + 1);
    more[members.length] = member;
    members = more;
  }

  /** Inside: this one is not served here any more. */
  void part(QueuePairProgress member) {
    members =
        Arrays.stream(members).filter(one -> !one.equals(member)).toArray(QueuePairProgress[]::new);
  }

  /** Waits until no other thread is inside. */
  void enter() {
    entrance.enter();
  }

  /** Enters where no other thread is inside. */
  boolean enterIfFree() {
    return entrance.enterIfFree();
  }

  /** Lets the next thread in, after what is to be done. */
  void exit() {
    if (entrance.isNested()) {
      entrance.leaveNested();
    } else {
      leave();
    }
  }

  /** Whether the caller is inside. */
  boolean isInside() {
    return entrance.isInside();
  }

  /** Waits until whoever is inside now has left. */
  void pass() {
    enter();
    exit();
  }

  /** Inside: {@link #exit} rings this peer. */
  void ringLater(Link link) {
    doorbells.add(link);
  }

  /** Serves a member now, or has who is inside do so before it leaves. */
  void ring(QueuePairProgress member) {
    if (entrance.isInside()) {
      ringInside(member);
    } else if (entrance.enterOrMark()) {
      ringInside(member);
      leave();
    }
  }

  /** Inside: has a member served before this is left. */
  void ringInside(QueuePairProgress member) {
    member.rung = true;
    rung = true;
  }

  /** Goes on until nobody is rung and there is no mark, and then lets others in. */
  private void leave() {
    Link[] far = null;
    boolean left = false;
    boolean failed = true;
    try {
      for (int turns = 0; turns < MOST_TURNS && !left; turns++) {
        if (rung) {
          serve();
        }
        doorbells.ringNear();
        if (!rung) {
          far = doorbells.take();
          left = entrance.leave();
          if (!left) {
            ringAll();
            doorbells.ring(far);
          }
        }
      }
      failed = false;
    } finally {
      if (!left) {
        giveUp(failed ? AFTER_FAILURE : 0);
      }
    }
    if (left) {
      doorbells.ring(far);
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

  /** A mark does not say for whom it is. */
  private void ringAll() {
    for (QueuePairProgress member : members) {
      ringInside(member);
    }
  }

  /** A peer that never stops may not have this thread for ever: the timer's goes on. */
  private void giveUp(long nanos) {
    rung = false;
    QueuePairProgress[] now = members;
    entrance.leaveAtOnce();
    for (QueuePairProgress member : now) {
      member.serveIn(nanos);
    }
  }
}
