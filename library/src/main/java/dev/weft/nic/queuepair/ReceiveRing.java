package dev.weft.nic.queuepair;

/**
 * A ring of receive requests in posting order, in one word array.
 *
 * <pre>
 *   entry, in words   0 wr_id      1 buffers      2 buffers, two words each
 * </pre>
 */
final class ReceiveRing {
  static final int COUNT = 1;
  static final int BUFFERS = 2;

  final long[] words;
  private final int capacity;
  private final int mask;
  private final int stride;
  long head;
  long tail;

  ReceiveRing(int capacity, int maximumBuffers) {
    this.capacity = capacity;
    this.mask = Integer.highestOneBit(Math.max(1, capacity) * 2 - 1) - 1;
    this.stride = BUFFERS + 2 * maximumBuffers;
    this.words = new long[(mask + 1) * stride];
  }

  int stride() {
    return stride;
  }

  boolean add(ReceiveRequest request) {
    if (tail - head >= capacity) {
      return false;
    }
    int at = at(tail);
    words[at] = request.wrId;
    words[at + COUNT] = request.buffers;
    BufferTable.copy(request.list, words, at + BUFFERS, request.buffers);
    tail++;
    return true;
  }

  boolean isEmpty() {
    return head == tail;
  }

  int size() {
    return (int) (tail - head);
  }

  /** Index of the oldest request in {@link #words}. */
  int first() {
    return at(head);
  }

  void removeFirst() {
    head++;
  }

  void clear() {
    head = tail;
  }

  int at(long index) {
    return ((int) index & mask) * stride;
  }
}
