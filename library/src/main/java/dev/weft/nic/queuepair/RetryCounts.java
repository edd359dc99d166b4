package dev.weft.nic.queuepair;

import dev.weft.nic.packet.Attributes;

/**
 * How often the oldest request was retried: {@code retry_cnt} after missing responses and lost
 * frames, {@code rnr_retry} after RNR NAKs. The caller holds the machine's lock.
 */
final class RetryCounts {
  private final Attributes attributes;
  private int retries;
  private int notReadyRetries;

  RetryCounts(Attributes attributes) {
    this.attributes = attributes;
  }

  void clear() {
    retries = 0;
    notReadyRetries = 0;
  }

  /** Whether the oldest request was never retried after a loss. */
  boolean isFirstTry() {
    return retries == 0;
  }

  /** Counts a retry after a loss; false if it is one too many. */
  boolean retry() {
    return ++retries <= attributes.retries;
  }

  /** Counts a retry after an RNR NAK; false if it is one too many. */
  boolean retryNotReady() {
    return attributes.notReadyRetries == Attributes.FOR_EVER
        || ++notReadyRetries <= attributes.notReadyRetries;
  }
}
