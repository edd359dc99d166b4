package dev.weft.nic.queuepair;

/**
 * How far a send queue goes on while it drains (SQD): requests that were begun end, no other is
 * begun. The caller holds the machine's lock.
 */
final class DrainLimit {
  private static final long NONE = Long.MAX_VALUE;

  /** The index after the last request that was ever sent in part. */
  private long begun;

  /** The index after the last request that is sent. */
  private long end = NONE;

  /** Records that this request is being sent. */
  void begin(long index) {
    begun = Math.max(begun, index + 1);
  }

  /** Whether a part of this request was sent before. */
  boolean hasBegun(long index) {
    return index < begun;
  }

  /** Starts to drain, where requests before this index have ended. */
  void drain(long done) {
    end = Math.max(begun, done);
  }

  /** Allows no request from this index on. */
  void set(long index) {
    end = index;
  }

  void clear() {
    end = NONE;
  }

  boolean isSet() {
    return end != NONE;
  }

  /** Whether this request may be sent. If the oldest one may not, the queue is drained. */
  boolean isBefore(long index) {
    return index < end;
  }
}
