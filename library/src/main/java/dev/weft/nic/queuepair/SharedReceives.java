package dev.weft.nic.queuepair;

import java.util.concurrent.locks.ReentrantLock;

/**
 * {@code ibv_create_srq(3)}: receive requests for whichever queue pair needs one next. Any thread
 * may call any method; a queue pair may be locked meanwhile.
 */
public final class SharedReceives implements ReceivePosting {
  private final ReentrantLock lock = new ReentrantLock();
  private final TransportEvents events;
  private final ReceiveRequest request;
  private final ReceiveRing ring;
  private final int capacity;
  private final TagMatching tags;
  private int limit;

  /**
   * Without requests.
   *
   * @param capacity requests that may be posted
   * @param buffers buffers of a request
   * @param events is told of {@link TransportEvents#SRQ_LIMIT_REACHED}
   */
  public SharedReceives(int capacity, int buffers, TransportEvents events) {
    this(capacity, buffers, events, null);
  }

  /** {@link #SharedReceives(int, int, TransportEvents)} that match tags too; null for none. */
  public SharedReceives(int capacity, int buffers, TransportEvents events, TagMatching tags) {
    this.tags = tags;
    this.capacity = capacity;
    this.events = events;
    this.ring = new ReceiveRing(capacity, buffers);
    this.request = new ReceiveRequest(buffers);
  }

  /** Waits until no other thread is inside. */
  public void enter() {
    lock.lock();
  }

  /** Lets the next thread in. */
  public void exit() {
    lock.unlock();
  }

  @Override
  public ReceiveRequest receive() {
    return request;
  }

  @Override
  public int post(ReceiveRequest filledIn) {
    return ring.add(filledIn) ? 0 : PostError.NO_ROOM;
  }

  /**
   * {@code ibv_modify_srq(3)} with {@code IBV_SRQ_LIMIT}: falling below it is told once; 0 for
   * never.
   */
  public int limit(int newLimit) {
    enter();
    try {
      if (newLimit < 0 || newLimit > capacity) {
        return PostError.INVALID;
      }
      limit = newLimit;
      return 0;
    } finally {
      exit();
    }
  }

  /** The limit that is still to be told of; 0 for none. */
  public int limit() {
    enter();
    try {
      return limit;
    } finally {
      exit();
    }
  }

  /** What is added for tags; null where none are matched. */
  public TagMatching tags() {
    return tags;
  }

  /** The most words of a request. */
  int stride() {
    return tags == null ? ring.stride() : Math.max(ring.stride(), tags.list.stride());
  }

  /** Takes the oldest request; false where there is none. */
  boolean take(long[] to) {
    enter();
    try {
      if (ring.isEmpty()) {
        return false;
      }
      System.arraycopy(ring.words, ring.first(), to, 0, ring.stride());
      ring.removeFirst();
      if (ring.size() < limit) {
        limit = 0;
        events.happened(TransportEvents.SRQ_LIMIT_REACHED);
      }
      return true;
    } finally {
      exit();
    }
  }
}
