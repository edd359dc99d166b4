package dev.weft.nic.queuepair;

/**
 * The numbers of the requests that one peer is asked: which is the next, and which were sent, since
 * a requester goes back to send some once more. For who is inside the machine.
 */
final class RequestNumbers {
  private int next;

  /** Behind the last one of which anything was ever sent. */
  private int end;

  /** The first one of a connection. */
  void start(int number) {
    next = number;
    end = number;
  }

  /** Of the request that is sent next, or of which a part was sent. */
  int next() {
    return next;
  }

  /** Something of the next request is sent. */
  void begin() {
    int behind = SequenceNumbers.next(next);
    if (SequenceNumbers.distance(behind, end) > 0) {
      end = behind;
    }
  }

  /** The next request is sent, or given up. */
  void use() {
    begin();
    next = SequenceNumbers.next(next);
  }

  /** What follows, from this number on, is sent once more. */
  void goBackTo(int number) {
    next = number;
  }

  /** Whether anything with this number can have been sent; answers to all else are for nobody. */
  boolean wasSent(int number) {
    return SequenceNumbers.distance(number, end) < 0;
  }
}
