package dev.weft.nic.queuepair.hostile;

/** The required consequence of a protocol violation by a peer. */
enum Consequence {
  /** The link ends, and with it the connection: one QP_FATAL. A datagram queue pair goes on. */
  LINK_ENDS,

  /** The response ends the request with {@code IBV_WC_BAD_RESP_ERR}. */
  BAD_RESPONSE,

  /** The frame is dropped: nothing is received, and nothing ends. */
  DROPPED,

  /** The frame and all that follow of the same message are dropped. */
  MESSAGE_DROPPED
}
