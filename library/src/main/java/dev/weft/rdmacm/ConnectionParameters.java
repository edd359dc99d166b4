package dev.weft.rdmacm;

import dev.weft.argument.Require;

/**
 * {@code struct rdma_conn_param}: what both sides of a connection shall do.
 *
 * @param responderResources {@code responder_resources}: reads and atomics of the peer at once, 0
 *     to 255; a connection refuses more than {@link
 *     dev.weft.verbs.DeviceAttributes#maxQpReadAtomic()}.
 * @param initiatorDepth {@code initiator_depth}: own reads and atomics at once, likewise; the limit
 *     is {@link dev.weft.verbs.DeviceAttributes#maxQpInitiatedReadAtomic()}.
 * @param timeout an answer is late after 4.096 us * 2^this, 0 to 31.
 * @param retryCount {@code retry_count}: repetitions without an answer, 0 to 7.
 * @param rnrRetryCount {@code rnr_retry_count}: repetitions without a receive, 0 to 6; 7 for ever.
 * @param rnrTimer code of {@link dev.weft.verbs.RnrTimer}, 0 to 31: how long the peer shall wait
 *     without a receive.
 */
public record ConnectionParameters(
    int responderResources,
    int initiatorDepth,
    int timeout,
    int retryCount,
    int rnrRetryCount,
    int rnrTimer) {
  private static final int LARGEST_BYTE = 255;
  private static final int LARGEST_CODE = 31;
  private static final int MOST_RETRIES = 7;
  private static final ConnectionParameters USUAL = new ConnectionParameters(1, 1, 14, 7, 7, 12);

  /**
   * Parameters within their ranges.
   *
   * @throws IllegalArgumentException for one that is not
   */
  public ConnectionParameters {
    Require.inRange("responderResources", responderResources, 0, LARGEST_BYTE);
    Require.inRange("initiatorDepth", initiatorDepth, 0, LARGEST_BYTE);
    Require.inRange("timeout", timeout, 0, LARGEST_CODE);
    Require.inRange("retryCount", retryCount, 0, MOST_RETRIES);
    Require.inRange("rnrRetryCount", rnrRetryCount, 0, MOST_RETRIES);
    Require.inRange("rnrTimer", rnrTimer, 0, LARGEST_CODE);
  }

  /**
   * Those of {@code ibv_rc_pingpong(1)}: one read at once, seven repetitions, receives for ever.
   */
  public static ConnectionParameters usual() {
    return USUAL;
  }

  /** The same with so many reads and atomics at once, either way. */
  public ConnectionParameters withReads(int atOnce) {
    return new ConnectionParameters(atOnce, atOnce, timeout, retryCount, rnrRetryCount, rnrTimer);
  }

  /** The same with other repetitions. */
  public ConnectionParameters withRetries(int retries, int rnrRetries) {
    return new ConnectionParameters(
        responderResources, initiatorDepth, timeout, retries, rnrRetries, rnrTimer);
  }

  /** Never more reads than the peer has said that it serves, and the other way round. */
  ConnectionParameters agreedWith(ConnectionParameters peer) {
    return new ConnectionParameters(
        Math.min(responderResources, peer.initiatorDepth),
        Math.min(initiatorDepth, peer.responderResources),
        timeout,
        retryCount,
        rnrRetryCount,
        rnrTimer);
  }
}
