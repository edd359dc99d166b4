package dev.weft.nic.queuepair;

/** What follows for certain when a peer writes a frame that it may not write. */
enum Consequence {
  /** The link ends, and with it the connection: one QP_FATAL. A datagram queue pair goes on. */
  LINK_ENDS,

  /** The answer ends the request with {@code IBV_WC_BAD_RESP_ERR}. */
  BAD_RESPONSE,

  /** What was written is for nobody: nothing is received, and nothing ends. */
  DROPPED,

  /** So is all that follows of the same message. */
  MESSAGE_DROPPED
}
