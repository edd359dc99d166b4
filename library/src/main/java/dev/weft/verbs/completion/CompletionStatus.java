package dev.weft.verbs.completion;

import dev.weft.argument.Numbers;

/**
 * {@code enum ibv_wc_status}: the result of a work request (VE-17). The constants are plain C
 * numbers, so that reading one allocates nothing.
 */
public final class CompletionStatus {

  /** {@code IBV_WC_SUCCESS}: the operation completed successfully. */
  public static final int SUCCESS = 0;

  /**
   * {@code IBV_WC_LOC_LEN_ERR}: the message does not fit the local buffers, or is longer than the
   * transport allows.
   */
  public static final int LOC_LEN_ERR = 1;

  /** {@code IBV_WC_LOC_QP_OP_ERR}: the local queue pair could not execute the request. */
  public static final int LOC_QP_OP_ERR = 2;

  /**
   * {@code IBV_WC_LOC_EEC_OP_ERR}: the local end-to-end context could not execute the request (RD
   * only).
   */
  public static final int LOC_EEC_OP_ERR = 3;

  /**
   * {@code IBV_WC_LOC_PROT_ERR}: a local buffer is not covered by a region of the domain with the
   * required access right.
   */
  public static final int LOC_PROT_ERR = 4;

  /**
   * {@code IBV_WC_WR_FLUSH_ERR}: the queue pair entered the error state before this request was
   * complete. What was on its way to the peer may still be executed there.
   */
  public static final int WR_FLUSH_ERR = 5;

  /** {@code IBV_WC_MW_BIND_ERR}: the window could not be bound. */
  public static final int MW_BIND_ERR = 6;

  /** {@code IBV_WC_BAD_RESP_ERR}: the responder sent an invalid response. */
  public static final int BAD_RESP_ERR = 7;

  /**
   * {@code IBV_WC_LOC_ACCESS_ERR}: a remote write with immediate data violated the local
   * protection.
   */
  public static final int LOC_ACCESS_ERR = 8;

  /**
   * {@code IBV_WC_REM_INV_REQ_ERR}: the responder found the request invalid, its queue pair does
   * not grant the right, or the message is too long for its receive.
   */
  public static final int REM_INV_REQ_ERR = 9;

  /** {@code IBV_WC_REM_ACCESS_ERR}: the responder's memory does not allow the access. */
  public static final int REM_ACCESS_ERR = 10;

  /** {@code IBV_WC_REM_OP_ERR}: the responder could not execute the request. */
  public static final int REM_OP_ERR = 11;

  /** {@code IBV_WC_RETRY_EXC_ERR}: no response after all retries. */
  public static final int RETRY_EXC_ERR = 12;

  /** {@code IBV_WC_RNR_RETRY_EXC_ERR}: the responder had no receive posted after all retries. */
  public static final int RNR_RETRY_EXC_ERR = 13;

  /**
   * {@code IBV_WC_LOC_RDD_VIOL_ERR}: the reliable datagram domains of queue pair and context differ
   * (RD only).
   */
  public static final int LOC_RDD_VIOL_ERR = 14;

  /** {@code IBV_WC_REM_INV_RD_REQ_ERR}: the responder refused a reliable datagram (RD only). */
  public static final int REM_INV_RD_REQ_ERR = 15;

  /**
   * {@code IBV_WC_REM_ABORT_ERR}: the operation was aborted, by the responder or by a state
   * transition.
   */
  public static final int REM_ABORT_ERR = 16;

  /** {@code IBV_WC_INV_EECN_ERR}: no end-to-end context has this number (RD only). */
  public static final int INV_EECN_ERR = 17;

  /**
   * {@code IBV_WC_INV_EEC_STATE_ERR}: the end-to-end context is not in a state to send (RD only).
   */
  public static final int INV_EEC_STATE_ERR = 18;

  /** {@code IBV_WC_FATAL_ERR}: the device itself failed. */
  public static final int FATAL_ERR = 19;

  /**
   * {@code IBV_WC_RESP_TIMEOUT_ERR}: the responder is connected, but did not read the request
   * within the device's limit of one minute.
   */
  public static final int RESP_TIMEOUT_ERR = 20;

  /**
   * {@code IBV_WC_GENERAL_ERR}: an error without a number of its own: the file behind a region of
   * this side became shorter.
   */
  public static final int GENERAL_ERR = 21;

  /** {@code IBV_WC_TM_ERR}: an operation on the tag list failed. */
  public static final int TM_ERR = 22;

  /**
   * {@code IBV_WC_TM_RNDV_INCOMPLETE}: the matched buffer is too small; software must finish the
   * rendezvous.
   */
  public static final int TM_RNDV_INCOMPLETE = 23;

  private static final String[] NAMES = new String[24];

  static {
    NAMES[SUCCESS] = "IBV_WC_SUCCESS";
    NAMES[LOC_LEN_ERR] = "IBV_WC_LOC_LEN_ERR";
    NAMES[LOC_QP_OP_ERR] = "IBV_WC_LOC_QP_OP_ERR";
    NAMES[LOC_EEC_OP_ERR] = "IBV_WC_LOC_EEC_OP_ERR";
    NAMES[LOC_PROT_ERR] = "IBV_WC_LOC_PROT_ERR";
    NAMES[WR_FLUSH_ERR] = "IBV_WC_WR_FLUSH_ERR";
    NAMES[MW_BIND_ERR] = "IBV_WC_MW_BIND_ERR";
    NAMES[BAD_RESP_ERR] = "IBV_WC_BAD_RESP_ERR";
    NAMES[LOC_ACCESS_ERR] = "IBV_WC_LOC_ACCESS_ERR";
    NAMES[REM_INV_REQ_ERR] = "IBV_WC_REM_INV_REQ_ERR";
    NAMES[REM_ACCESS_ERR] = "IBV_WC_REM_ACCESS_ERR";
    NAMES[REM_OP_ERR] = "IBV_WC_REM_OP_ERR";
    NAMES[RETRY_EXC_ERR] = "IBV_WC_RETRY_EXC_ERR";
    NAMES[RNR_RETRY_EXC_ERR] = "IBV_WC_RNR_RETRY_EXC_ERR";
    NAMES[LOC_RDD_VIOL_ERR] = "IBV_WC_LOC_RDD_VIOL_ERR";
    NAMES[REM_INV_RD_REQ_ERR] = "IBV_WC_REM_INV_RD_REQ_ERR";
    NAMES[REM_ABORT_ERR] = "IBV_WC_REM_ABORT_ERR";
    NAMES[INV_EECN_ERR] = "IBV_WC_INV_EECN_ERR";
    NAMES[INV_EEC_STATE_ERR] = "IBV_WC_INV_EEC_STATE_ERR";
    NAMES[FATAL_ERR] = "IBV_WC_FATAL_ERR";
    NAMES[RESP_TIMEOUT_ERR] = "IBV_WC_RESP_TIMEOUT_ERR";
    NAMES[GENERAL_ERR] = "IBV_WC_GENERAL_ERR";
    NAMES[TM_ERR] = "IBV_WC_TM_ERR";
    NAMES[TM_RNDV_INCOMPLETE] = "IBV_WC_TM_RNDV_INCOMPLETE";
  }

  private CompletionStatus() {}

  /** The C name of a number, or {@code unknown} (VE-17). */
  public static String name(int number) {
    return Numbers.name(NAMES, number);
  }

  private static final String[] TEXTS = {
    "success",
    "local length error",
    "local QP operation error",
    "local EE context operation error",
    "local protection error",
    "Work Request Flushed Error",
    "memory management operation error",
    "bad response error",
    "local access error",
    "remote invalid request error",
    "remote access error",
    "remote operation error",
    "transport retry counter exceeded",
    "RNR retry counter exceeded",
    "local RDD violation error",
    "remote invalid RD request",
    "aborted error",
    "invalid EE context number",
    "invalid EE context state",
    "fatal error",
    "response timeout error",
    "general error",
    "TM error",
    "TM software rendezvous"
  };

  /** {@code ibv_wc_status_str(3)}: the text of a status; {@code unknown} outside 0..23. */
  public static String text(int status) {
    return Numbers.name(TEXTS, status);
  }

  /**
   * Says what a status means, what usually causes it and what to do. No C counterpart.
   *
   * @return a general explanation for a number that C does not define
   */
  public static StatusExplanation explain(int status) {
    return StatusExplanations.of(status);
  }
}
