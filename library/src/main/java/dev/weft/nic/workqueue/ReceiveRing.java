package dev.weft.nic.workqueue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A ring of receive requests in posting order, in one word array.
 *
 * <pre>
 *   entry, in words   0 wr_id      1 buffers      2 buffers, two words each
 * </pre>
 *
 * <p>Posting threads add, one at a time; the holder of the machine's lock removes. Or one lock
 * guards all.
 */
public final class ReceiveRing {
  private static final VarHandle HEAD;
  private static final VarHandle TAIL;

  static {
    try {
      HEAD = MethodHandles.lookup().findVarHandle(ReceiveRing.class, "head", long.class);
      TAIL = MethodHandles.lookup().findVarHandle(ReceiveRing.class, "tail", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static final int COUNT = 1;
  public static final int BUFFERS = 2;

  public final long[] words;
  private final int capacity;
  private final int mask;
  private final int stride;

  /** Index of the oldest request. Written by the lock holder. */
  private long head;

  /** Index after the last request. Written by the posting thread. */
  private long tail;

  public ReceiveRing(int capacity, int maximumBuffers) {
    this.capacity = capacity;
    this.mask = Integer.highestOneBit(Math.max(1, capacity) * 2 - 1) - 1;
    this.stride = BUFFERS + 2 * maximumBuffers;
    this.words = new long[(mask + 1) * stride];
  }

  int stride() {
    return stride;
  }

  /**
   * Adds a request; false if the ring is full. A volatile store: a posting thread that then reads
   * the state of the queue pair as not failed knows that the request will be flushed if it fails.
   */
  public boolean add(ReceiveRequest request) {
    if (tail - (long) HEAD.getAcquire(this) >= capacity) {
      return false;
    }
    int at = at(tail);
    words[at] = request.wrId;
    words[at + COUNT] = request.buffers;
    BufferTable.copy(request.list, words, at + BUFFERS, request.buffers);
    TAIL.setVolatile(this, tail + 1); // partner: QueuePairMachine.enterError() sets the state
    return true;
  }

  public boolean isEmpty() {
    return head == tail();
  }

  int size() {
    return (int) (tail() - head);
  }

  /** Index of the oldest request. Caller holds the lock. */
  public long head() {
    return head;
  }

  /** Index after the last request. Pairs with {@link #add}. */
  public long tail() {
    return (long) TAIL.getVolatile(this);
  }

  /** Index of the oldest request in {@link #words}. */
  public int first() {
    return at(head);
  }

  /**
   * Frees the oldest request's slot, whose words are not read any more. Pairs with {@link #add}.
   */
  public void removeFirst() {
    HEAD.setRelease(this, head + 1);
  }

  /** Removes all requests. */
  public void clear() {
    HEAD.setRelease(this, tail());
  }

  public int at(long index) {
    return ((int) index & mask) * stride;
  }
}
