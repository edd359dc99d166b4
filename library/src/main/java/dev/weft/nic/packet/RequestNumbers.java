package dev.weft.nic.packet;

/**
 * The message numbers of requests to one peer: the next one, and the range that was sent, since a
 * requester goes back to retry. The caller holds the machine's lock.
 */
public final class RequestNumbers {
  private int next;

  /** The number after the last one that was ever sent. */
  private int end;

  /** Sets the first number of a connection. */
  public void start(int number) {
    next = number;
    end = number;
  }

  /** The number of the next request, or of the one being sent. */
  public int next() {
    return next;
  }

  /** Marks the next number as sent. */
  public void begin() {
    int behind = SequenceNumbers.next(next);
    if (SequenceNumbers.distance(behind, end) > 0) {
      end = behind;
    }
  }

  /** Advances past a request that was sent or cancelled. */
  public void use() {
    begin();
    next = SequenceNumbers.next(next);
  }

  /** Retries from this number on. */
  public void goBackTo(int number) {
    next = number;
  }

  /** Whether this number may have been sent; other responses are ignored. */
  public boolean wasSent(int number) {
    return SequenceNumbers.distance(number, end) < 0;
  }
}
