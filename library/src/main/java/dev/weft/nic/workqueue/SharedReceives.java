package dev.weft.nic.workqueue;

import dev.weft.nic.packet.PostError;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.wait.PendingBitLock;

/**
 * {@code ibv_create_srq(3)}: a receive queue that several queue pairs share. Any thread may call
 * any method, also while it holds a queue pair's lock.
 */
public final class SharedReceives implements ReceivePosting {
  private final PendingBitLock lock = new PendingBitLock();
  private final TransportEvents events;
  private final ReceiveRequest request;
  private final ReceiveRing ring;
  private final int capacity;
  private final TagMatching tags;
  private int limit;

  /**
   * Creates an empty queue.
   *
   * @param capacity maximum number of posted requests
   * @param buffers buffers of a request
   * @param events receives {@link TransportEvents#SRQ_LIMIT_REACHED}
   * @param tags matches tags; null for none
   */
  public SharedReceives(int capacity, int buffers, TransportEvents events, TagMatching tags) {
    this.tags = tags;
    this.capacity = capacity;
    this.events = events;
    this.ring = new ReceiveRing(capacity, buffers);
    this.request = new ReceiveRequest(buffers);
  }

  /** Acquires the lock of the queue. */
  public void enter() {
    lock.enter();
  }

  /** Releases the lock of the queue. */
  public void exit() {
    lock.release();
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
   * {@code ibv_modify_srq(3)} with {@code IBV_SRQ_LIMIT}: falling below the limit raises one event;
   * 0 for never.
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

  /** The limit whose event has not been raised; 0 for none. */
  public int limit() {
    enter();
    try {
      return limit;
    } finally {
      exit();
    }
  }

  /** The tag matching of this queue, or null. */
  public TagMatching tags() {
    return tags;
  }

  /** Maximum number of words of a request. */
  public int stride() {
    return tags == null ? ring.stride() : Math.max(ring.stride(), tags.list.stride());
  }

  /** Takes the oldest request; false if the queue is empty. */
  public boolean take(long[] to) {
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
