package dev.weft.verbs.attributes;

/**
 * {@code struct ibv_qp_cap}: capacities of a queue pair.
 *
 * @param maxSendWr {@code max_send_wr}: capacity of the send queue in requests.
 * @param maxReceiveWr {@code max_recv_wr}: capacity of the receive queue in requests.
 * @param maxSendSge {@code max_send_sge}: buffers of one send request.
 * @param maxReceiveSge {@code max_recv_sge}: buffers of one receive.
 * @param maxInlineData {@code max_inline_data}: bytes of one inline request.
 */
public record QueuePairCapabilities(
    int maxSendWr, int maxReceiveWr, int maxSendSge, int maxReceiveSge, int maxInlineData) {

  /** The given numbers of requests, one buffer per request, and 64 bytes of inline data. */
  public static QueuePairCapabilities of(int maxSendWr, int maxReceiveWr) {
    return new QueuePairCapabilities(maxSendWr, maxReceiveWr, 1, 1, 64);
  }
}
