package dev.weft.verbs;

/**
 * {@code struct ibv_qp_cap}: how much a queue pair holds.
 *
 * @param maxSendWr {@code max_send_wr}: requests of the send queue.
 * @param maxReceiveWr {@code max_recv_wr}: requests of the receive queue.
 * @param maxSendSge {@code max_send_sge}: buffers of one send request.
 * @param maxReceiveSge {@code max_recv_sge}: buffers of one receive.
 * @param maxInlineData {@code max_inline_data}: bytes of one inline request.
 */
public record QueuePairCapabilities(
    int maxSendWr, int maxReceiveWr, int maxSendSge, int maxReceiveSge, int maxInlineData) {

  /** So many requests each way, of one buffer each, and 64 bytes inline. */
  public static QueuePairCapabilities of(int maxSendWr, int maxReceiveWr) {
    return new QueuePairCapabilities(maxSendWr, maxReceiveWr, 1, 1, 64);
  }
}
