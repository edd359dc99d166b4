package dev.weft.fabric.attributes;

import dev.weft.fabric.Numbered;

/** Options of level {@code FI_OPT_ENDPOINT} ({@code fi_setopt(3)}). */
public enum EndpointOption implements Numbered {
  /**
   * {@code FI_OPT_MIN_MULTI_RECV}: a multi-receive buffer with less free bytes is released
   * (EP-038). 64 by default on the software providers.
   */
  MIN_MULTI_RECV(0),
  /** {@code FI_OPT_CM_DATA_SIZE}: bytes of user data in a connection request. */
  CM_DATA_SIZE(1),
  /** {@code FI_OPT_BUFFERED_MIN}: smallest message that is received without a buffer. */
  BUFFERED_MIN(2),
  /** {@code FI_OPT_BUFFERED_LIMIT}: largest message that is received without a buffer. */
  BUFFERED_LIMIT(3),
  /** {@code FI_OPT_SEND_BUF_SIZE}: bytes of the transport's send buffer. */
  SEND_BUF_SIZE(4),
  /** {@code FI_OPT_RECV_BUF_SIZE}: bytes of the transport's receive buffer. */
  RECV_BUF_SIZE(5),
  /** {@code FI_OPT_TX_SIZE}: operations that can be pending. */
  TX_SIZE(6),
  /** {@code FI_OPT_RX_SIZE}: receives that can be posted. */
  RX_SIZE(7),
  /** {@code FI_OPT_FI_HMEM_P2P}: how device memory is reached. */
  HMEM_P2P(8),
  /** {@code FI_OPT_XPU_TRIGGER}: reserved. */
  XPU_TRIGGER(9),
  /** {@code FI_OPT_CUDA_API_PERMITTED}: whether CUDA may be called. */
  CUDA_API_PERMITTED(10),
  /** {@code FI_OPT_SHARED_MEMORY_PERMITTED}: whether shared memory may be used. */
  SHARED_MEMORY_PERMITTED(11),
  /** {@code FI_OPT_MAX_MSG_SIZE}: bytes of the largest message. */
  MAX_MSG_SIZE(12),
  /** {@code FI_OPT_MAX_TAGGED_SIZE}: bytes of the largest tagged message. */
  MAX_TAGGED_SIZE(13),
  /** {@code FI_OPT_MAX_RMA_SIZE}: bytes of the largest read or write. */
  MAX_RMA_SIZE(14),
  /** {@code FI_OPT_MAX_ATOMIC_SIZE}: bytes of the largest atomic operation. */
  MAX_ATOMIC_SIZE(15),
  /** {@code FI_OPT_INJECT_MSG_SIZE}: bytes of the largest injected message. */
  INJECT_MSG_SIZE(16),
  /** {@code FI_OPT_INJECT_TAGGED_SIZE}: bytes of the largest injected tagged message. */
  INJECT_TAGGED_SIZE(17),
  /** {@code FI_OPT_INJECT_RMA_SIZE}: bytes of the largest injected write. */
  INJECT_RMA_SIZE(18),
  /** {@code FI_OPT_INJECT_ATOMIC_SIZE}: bytes of the largest injected atomic operation. */
  INJECT_ATOMIC_SIZE(19),
  /** {@code FI_OPT_FIREWALL_ADDR}: whether peers behind a firewall are expected. */
  FIREWALL_ADDR(20),
  /**
   * Specific to Weft, as {@code FI_PROV_SPECIFIC}: milliseconds that {@code fi_connect(3)} waits
   * for an answer before the event queue reports {@code FI_ETIMEDOUT}; 60,000 by default; negative:
   * no limit (CM-018). The time is checked when the event queue is read or a thread sleeps on it:
   * an answer that is there by then connects.
   */
  CONNECT_MILLIS(-(0x3ef << 16)),
  /**
   * Specific to Weft, as {@code FI_PROV_SPECIFIC}: 1 if a receive that names its source ({@code
   * FI_DIRECTED_RECV}) ends when that peer leaves; 0 by default: it stays posted for a later peer
   * of the same address (PE-001 to PE-005).
   *
   * <p>With 1, posting such a receive connects to the peer, as a send does. It ends with {@code
   * FI_ECONNRESET} once the peer's endpoint was closed or its process ended, and all messages that
   * it had sent are matched; with {@code FI_EPROTO} if the peer violated the protocol; and at once
   * with {@code FI_EHOSTUNREACH} if no endpoint has the address and no message is kept for it. A
   * peer that starts again with the same address does not prevent that. Receives from any source
   * stay posted. An endpoint with a shared receive context, whose receives belong to no endpoint,
   * refuses 1.
   */
  RECV_ENDS_WITH_PEER(-(0x3ef << 16) + 1);

  private final int value;

  EndpointOption(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static EndpointOption of(int value) {
    return Numbered.of(EndpointOption.class, value);
  }
}
