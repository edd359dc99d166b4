package dev.weft.nic.queuepair;

/** Sent requests whose response carries data, and how much of the oldest response has arrived. */
final class FetchState {
  private int outstanding;
  private long received;

  void clear() {
    outstanding = 0;
    received = 0;
  }

  /** Counts a request that was sent. */
  void sent() {
    outstanding++;
  }

  /** The number of sent requests whose response is not complete. */
  int outstanding() {
    return outstanding;
  }

  /** Whether a part is the next one of the oldest response. A part at 0 starts it again. */
  boolean isNext(long from) {
    received = from == 0 ? 0 : received;
    return from == received;
  }

  /** Adds the next part; whether the response is complete. */
  boolean add(long size, long whole) {
    received += size;
    if (received != whole) {
      return false;
    }
    received = 0;
    outstanding--;
    return true;
  }
}
