package dev.weft.nic.endpoint;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Receives that several endpoints take from, in the order in which they were posted.
 *
 * <pre>
 *   post --> [ tagged | untagged ] --lend--> a receive of the endpoint whose message matches
 *      '---- feeds those endpoints that had a message and were lent nothing
 * </pre>
 *
 * <p>An endpoint that has a message looks here while it is inside its machine; this lock comes last
 * and nothing is done inside it. Who was lent nothing is remembered there, so that a receive that
 * is posted at that moment is not missed. Any thread may call any method.
 */
public final class SharedReceives {

  private final ReentrantLock lock = new ReentrantLock();
  private final ReceiveMatcher untagged = new ReceiveMatcher();
  private final ReceiveMatcher tagged = new ReceiveMatcher();
  private final ReceivePool free;
  private final Set<Share> shares = new LinkedHashSet<>();
  private final Set<Share> hungry = new LinkedHashSet<>();
  private final AtomicLong posts = new AtomicLong();

  /** No receives, and room for as many as the limits say. */
  public SharedReceives(MachineLimits limits) {
    free = new ReceivePool(limits);
  }

  /** One endpoint's part. */
  final class Share {
    private final EndpointMachine machine;
    private final boolean selective;

    private Share(EndpointMachine machine, boolean selective) {
      this.machine = machine;
      this.selective = selective;
    }

    /**
     * Fills in the first receive that accepts a message; false where there is none.
     *
     * @param postsSeen false too where something has been posted since, for which older messages
     *     come first
     */
    boolean lend(PostedReceive blank, Message message, long source, long postsSeen) {
      lock.lock();
      try {
        boolean mayOvertake = postsSeen != posts.get();
        PostedReceive receive =
            mayOvertake ? null : matcher(message.isTagged()).find(message.tag, source);
        if (receive == null) {
          hungry.add(this);
          return false;
        }
        handOver(receive, blank);
        return true;
      } finally {
        lock.unlock();
      }
    }

    /** Whether there is any; who is told that there is none hears of the next one. */
    boolean hasAny(boolean isTagged) {
      lock.lock();
      try {
        boolean none = matcher(isTagged).posted.isEmpty();
        if (none) {
          hungry.add(this);
        }
        return !none;
      } finally {
        lock.unlock();
      }
    }

    /** How many have been posted so far. */
    long posts() {
      return posts.get();
    }

    private void handOver(PostedReceive receive, PostedReceive blank) {
      blank.describeAs(receive);
      blank.lentOrder = receive.order;
      blank.signaled |= !selective;
      receive.unpost();
      free.giveBack(receive);
    }

    /** Takes back what was lent and not used, to where it was. */
    void takeBack(PostedReceive lent, boolean isTagged) {
      lock.lock();
      try {
        PostedReceive receive = free.takeEvenIfAllArePosted();
        receive.describeAs(lent);
        receive.order = lent.lentOrder;
        receive.matcher = matcher(isTagged);
        receive.matcher.postAgain(receive);
        posts.incrementAndGet();
        hungry.forEach(share -> share.machine.wake()); // nobody enters two machines
        hungry.clear();
      } finally {
        lock.unlock();
      }
    }

    /** Cancels in the name of all; 0, or a negative error number. */
    int cancel(Receiver receiver, long context) {
      PostedReceive copy = receiver.take();
      if (copy == null) {
        return -ErrorNumbers.AGAIN;
      }
      if (remove(context, copy)) {
        receiver.completions.canceled(copy);
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
        hungry.remove(this);
      } finally {
        lock.unlock();
      }
    }
  }

  private ReceiveMatcher matcher(boolean isTagged) {
    return isTagged ? tagged : untagged;
  }

  Share join(EndpointMachine machine, boolean selective) {
    Share share = new Share(machine, selective);
    lock.lock();
    try {
      shares.add(share);
    } finally {
      lock.unlock();
    }
    return share;
  }

  /** How many endpoints take from here. */
  public int size() {
    lock.lock();
    try {
      return shares.size();
    } finally {
      lock.unlock();
    }
  }

  /** A receive to fill in and to give to {@link #post}, or null where no more can be posted. */
  public PostedReceive take() {
    lock.lock();
    try {
      return free.take();
    } finally {
      lock.unlock();
    }
  }

  /** Posts a receive, for whoever has or gets a message that it accepts. */
  public void post(PostedReceive receive, boolean isTagged) {
    List<Share> waiting;
    lock.lock();
    try {
      matcher(isTagged).post(receive);
      posts.incrementAndGet();
      waiting = hungry.isEmpty() ? List.of() : new ArrayList<>(hungry);
      hungry.clear();
    } finally {
      lock.unlock();
    }
    for (Share share : waiting) {
      share.machine.onSharedReceive();
    }
  }

  /**
   * Gives up one receive with this context; one endpoint tells of it, where there is any.
   *
   * @return 0, or the negative number {@code -EAGAIN} where that endpoint has no room to tell
   */
  public int cancel(long context) {
    EndpointMachine teller = anyMachine();
    return teller == null ? giveUp(context) : teller.cancelShared(context);
  }

  private EndpointMachine anyMachine() {
    lock.lock();
    try {
      return shares.isEmpty() ? null : shares.iterator().next().machine;
    } finally {
      lock.unlock();
    }
  }

  private int giveUp(long context) {
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
