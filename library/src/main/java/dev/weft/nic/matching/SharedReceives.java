package dev.weft.nic.matching;

import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.Message;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A queue of posted receives that several endpoints share, in the order of posting.
 *
 * <pre>
 *   post --> [ tagged | untagged ] --lend--> a receive of the endpoint whose message matches
 *      '---- notifies endpoints that have a message and were lent nothing
 * </pre>
 *
 * <p>An endpoint with a message takes this lock while it holds its machine's lock; no other lock is
 * taken under it. It records endpoints that were lent nothing, so that a receive posted at that
 * moment is not missed.
 *
 * <p>Any thread may call any method; {@link #post} and {@link #cancel} if it holds no machine's
 * lock, and those of a {@link Share} if it holds that of its endpoint.
 */
public final class SharedReceives {

  private final ReentrantLock lock = new ReentrantLock();
  private final ReceiveMatcher untagged = new ReceiveMatcher();
  private final ReceiveMatcher tagged = new ReceiveMatcher();
  private final ReceivePool free;
  private final Set<Share> shares = new LinkedHashSet<>();
  private List<Share> starved = new ArrayList<>();
  private List<Share> spare = new ArrayList<>(); // null while members are notified
  private final AtomicLong posts = new AtomicLong();

  /** Creates an empty queue with the capacity of the limits. */
  public SharedReceives(MachineLimits limits) {
    free = new ReceivePool(limits);
  }

  /** An endpoint that takes receives from this queue. */
  public interface Member {

    /** A shared receive was posted that this member may wait for. Caller does not hold its lock. */
    void onSharedReceive();

    /** {@link #onSharedReceive} later, by a thread that progresses this member. Any thread. */
    void wake();

    /** Cancels a shared receive for all members; 0, or a negative error number. Takes its lock. */
    int cancelShared(long context);
  }

  /** The part of one endpoint. */
  public final class Share {
    private final Member member;
    private final boolean selective;
    private boolean isStarved;

    private Share(Member member, boolean selective) {
      this.member = member;
      this.selective = selective;
    }

    /**
     * Fills in the first receive that accepts a message; false if there is none.
     *
     * @param postsSeen also false if receives were posted since, because older messages come first
     */
    boolean lend(PostedReceive blank, Message message, long source, long postsSeen) {
      lock.lock();
      try {
        boolean mayOvertake = postsSeen != posts.get();
        PostedReceive receive =
            mayOvertake ? null : matcher(message.isTagged()).find(message.tag, source);
        if (receive == null) {
          starve();
          return false;
        }
        fillIn(receive, blank);
        return true;
      } finally {
        lock.unlock();
      }
    }

    /** Whether there is any; if not, the endpoint is notified of the next one. */
    boolean hasAny(boolean isTagged) {
      lock.lock();
      try {
        boolean none = matcher(isTagged).posted.isEmpty();
        if (none) {
          starve();
        }
        return !none;
      } finally {
        lock.unlock();
      }
    }

    private void starve() {
      if (!isStarved) {
        isStarved = true;
        starved.add(this);
      }
    }

    /** How many have been posted so far. */
    long posts() {
      return posts.get();
    }

    private void fillIn(PostedReceive receive, PostedReceive blank) {
      blank.describeAs(receive);
      blank.lentOrder = receive.order;
      blank.signaled |= !selective;
      receive.unpost();
      free.giveBack(receive);
    }

    /** Takes back an unused lent receive, to its old position. */
    void takeBack(PostedReceive lent, boolean isTagged) {
      List<Share> waiting;
      lock.lock();
      try {
        PostedReceive receive = free.takeEvenIfAllArePosted();
        receive.describeAs(lent);
        receive.order = lent.lentOrder;
        receive.matcher = matcher(isTagged);
        receive.matcher.postAgain(receive);
        posts.incrementAndGet();
        if (starved.isEmpty()) {
          return;
        }
        waiting = takeStarved();
      } finally {
        lock.unlock();
      }
      for (int i = 0; i < waiting.size(); i++) {
        waiting.get(i).member.wake(); // no thread enters two machines
      }
      keepAsSpare(waiting);
    }

    /** Cancels on behalf of all endpoints; 0, or a negative error number. */
    public int cancel(Receiver receiver, long context) {
      PostedReceive copy = receiver.take();
      if (copy == null) {
        return -ErrorNumbers.AGAIN;
      }
      if (remove(context, copy)) {
        copy.end = ErrorNumbers.CANCELED;
        receiver.completions.ended(copy);
        receiver.free.giveBack(copy);
      } else {
        receiver.putBack(copy);
      }
      return ErrorNumbers.ACCEPTED;
    }

    /** The endpoint closes. */
    void leave() {
      lock.lock();
      try {
        shares.remove(this);
        starved.remove(this);
      } finally {
        lock.unlock();
      }
    }
  }

  private ReceiveMatcher matcher(boolean isTagged) {
    return isTagged ? tagged : untagged;
  }

  public Share join(Member member, boolean selective) {
    Share share = new Share(member, selective);
    lock.lock();
    try {
      shares.add(share);
    } finally {
      lock.unlock();
    }
    return share;
  }

  /** A receive to fill in and to pass to {@link #post}, or null if no more can be posted. */
  public PostedReceive take() {
    lock.lock();
    try {
      return free.take();
    } finally {
      lock.unlock();
    }
  }

  /** Posts a receive for the first endpoint with a message that it accepts. */
  public void post(PostedReceive receive, boolean isTagged) {
    List<Share> waiting;
    lock.lock();
    try {
      matcher(isTagged).post(receive);
      posts.incrementAndGet();
      if (starved.isEmpty()) {
        return;
      }
      waiting = takeStarved();
    } finally {
      lock.unlock();
    }
    for (int i = 0; i < waiting.size(); i++) {
      waiting.get(i).member.onSharedReceive();
    }
    keepAsSpare(waiting);
  }

  /** The lists are used in turn, so that a receive for a message that waits allocates nothing. */
  private List<Share> takeStarved() {
    List<Share> taken = starved;
    for (int i = 0; i < taken.size(); i++) {
      taken.get(i).isStarved = false;
    }
    starved = spare == null ? new ArrayList<>() : spare;
    spare = null;
    return taken;
  }

  private void keepAsSpare(List<Share> notified) {
    notified.clear();
    lock.lock();
    try {
      spare = notified;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Cancels one receive with this context; one endpoint, if there is any, reports it.
   *
   * @return 0, or the negative number {@code -EAGAIN} if that endpoint has no room to report it
   */
  public int cancel(long context) {
    Member reporter = anyMember();
    return reporter == null ? removeUnreported(context) : reporter.cancelShared(context);
  }

  private Member anyMember() {
    lock.lock();
    try {
      return shares.isEmpty() ? null : shares.iterator().next().member;
    } finally {
      lock.unlock();
    }
  }

  private int removeUnreported(long context) {
    remove(context, null);
    return ErrorNumbers.ACCEPTED;
  }

  private boolean remove(long context, PostedReceive copy) {
    lock.lock();
    try {
      PostedReceive found = tagged.findByContext(context);
      PostedReceive receive = found == null ? untagged.findByContext(context) : found;
      if (receive == null) {
        return false;
      }
      if (copy != null) {
        copy.describeAs(receive);
      }
      receive.unpost();
      free.giveBack(receive);
      return true;
    } finally {
      lock.unlock();
    }
  }
}
