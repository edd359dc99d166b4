package dev.weft.rdmacm;

import dev.weft.argument.Require;

/**
 * {@code struct rdma_conn_param}: parameters of a connection, proposed by both sides.
 *
 * @param responderResources {@code responder_resources}: outstanding reads and atomics of the peer,
 *     0 to 255; a connection rejects more than {@link
 *     dev.weft.verbs.attributes.DeviceAttributes#maxQpReadAtomic()}.
 * @param initiatorDepth {@code initiator_depth}: own outstanding reads and atomics, 0 to 255; the
 *     limit is {@link dev.weft.verbs.attributes.DeviceAttributes#maxQpInitiatedReadAtomic()}.
 * @param timeout retry after 4.096 us * 2^this without a response, 0 to 31.
 * @param retryCount {@code retry_count}: retries without a response, 0 to 7. {@link
 *     ConnectionId#connect} sets those of both sides, {@link ConnectionId#accept} ignores them.
 * @param rnrRetryCount {@code rnr_retry_count}: retries without a posted receive, 0 to 6; 7 for no
 *     limit. Those of the peer's requests for a {@link ConnectionId}, the own ones for {@link
 *     QueuePairTransitions}.
 * @param rnrTimer code of {@link dev.weft.verbs.attributes.RnrTimer}, 0 to 31: how long the peer
 *     waits before it retries without a receive.
 */
public record ConnectionParameters(
    int responderResources,
    int initiatorDepth,
    int timeout,
    int retryCount,
    int rnrRetryCount,
    int rnrTimer) {
  private static final int MAX_BYTE = 255;
  private static final int MAX_CODE = 31;
  private static final int MAX_RETRIES = 7;
  private static final ConnectionParameters USUAL = new ConnectionParameters(1, 1, 14, 7, 7, 12);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  public ConnectionParameters {
    Require.inRange("responderResources", responderResources, 0, MAX_BYTE);
    Require.inRange("initiatorDepth", initiatorDepth, 0, MAX_BYTE);
    Require.inRange("timeout", timeout, 0, MAX_CODE);
    Require.inRange("retryCount", retryCount, 0, MAX_RETRIES);
    Require.inRange("rnrRetryCount", rnrRetryCount, 0, MAX_RETRIES);
    Require.inRange("rnrTimer", rnrTimer, 0, MAX_CODE);
  }

  /**
   * The values of {@code ibv_rc_pingpong(1)}: one outstanding read, seven retries, unlimited RNR
   * retries.
   */
  public static ConnectionParameters usual() {
    return USUAL;
  }

  /** A copy with this number of outstanding reads and atomics in both directions. */
  public ConnectionParameters withReads(int atOnce) {
    return new ConnectionParameters(atOnce, atOnce, timeout, retryCount, rnrRetryCount, rnrTimer);
  }

  /** A copy with other retry counts. */
  public ConnectionParameters withRetries(int retries, int rnrRetries) {
    return new ConnectionParameters(
        responderResources, initiatorDepth, timeout, retries, rnrRetries, rnrTimer);
  }

  /** The same numbers as the other side sees them: its reads are those that this one serves. */
  ConnectionParameters ofTheOtherSide() {
    int served = initiatorDepth;
    int begun = responderResources;
    return new ConnectionParameters(served, begun, timeout, retryCount, rnrRetryCount, rnrTimer);
  }

  /** Limits each side's outstanding reads to what the other side serves. */
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
