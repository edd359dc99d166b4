package dev.weft.verbs.completion;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The table of explanations, one for each status. */
final class StatusExplanations {
  private static final String RECOVER =
      "Mend the cause, then move the queue pair to RESET and connect it anew on both sides.";

  private static final Map<Integer, StatusExplanation> ALL = new HashMap<>();

  static {
    explainEndings();
    explainOwnSide();
    explainOwnMemory();
    explainPeersRefusals();
    explainSilentPeers();
    explainReliableDatagrams();
    explainDevices();
    explainTagMatching();
  }

  private StatusExplanations() {}

  static StatusExplanation of(int status) {
    StatusExplanation known = ALL.get(status);
    return known != null
        ? known
        : explanation(
            status,
            "C defines no such status.",
            "Read wc.status only of completions that a poll has returned.",
            "the slot of the batch was not filled by the last poll");
  }

  private static StatusExplanation explanation(
      int status, String meaning, String nextStep, String... likelyCauses) {
    String name = CompletionStatus.name(status);
    return new StatusExplanation(status, name, meaning, List.of(likelyCauses), nextStep);
  }

  private static void add(int status, String meaning, String nextStep, String... likelyCauses) {
    ALL.put(status, explanation(status, meaning, nextStep, likelyCauses));
  }

  private static void explainEndings() {
    add(
        CompletionStatus.SUCCESS,
        "The work request was executed. Its buffers are free.",
        "Nothing.");
    add(
        CompletionStatus.WR_FLUSH_ERR,
        "The queue pair was in the error state before the request was executed. Of such a"
            + " completion only wr_id, status, qp_num and vendor_err are valid.",
        "Look for the first completion of this queue pair that is no flush: it names the cause."
            + " Where there is none, look for an asynchronous event of the queue pair.",
        "an earlier request of this queue pair failed",
        "the program moved the queue pair to ERR, or disconnected it",
        "the peer caused a fault, which the asynchronous event names",
        "the completion queue overran");
  }

  private static void explainOwnSide() {
    add(
        CompletionStatus.LOC_LEN_ERR,
        "A message does not fit: into the buffers of this receive, or into what the transport"
            + " allows for this send.",
        "Post receives as long as the longest message. " + RECOVER,
        "the receive was shorter than the message; a datagram needs 40 bytes more for the GRH",
        "a datagram was longer than the MTU",
        "a send was longer than max_msg_sz of the port");
    add(
        CompletionStatus.LOC_QP_OP_ERR,
        "This side could not execute the request, although its memory was right.",
        "Query the queue pair and compare it with the request. " + RECOVER,
        "a read or atomic operation on a queue pair whose max_rd_atomic is 0",
        "an operation that this queue pair was not created for",
        "a receive whose buffers have a wrong local key, on some devices");
    add(
        CompletionStatus.MW_BIND_ERR,
        "The memory window was not bound. Earlier bindings hold.",
        "Compare the window with its region. " + RECOVER,
        "the region lacks IBV_ACCESS_MW_BIND",
        "the window and the region belong to different protection domains",
        "the range or the access rights exceed those of the region");
    add(
        CompletionStatus.BAD_RESP_ERR,
        "The peer's answer does not fit the request.",
        "Suspect the peer, not this program. " + RECOVER,
        "the two sides disagree about packet numbers or the MTU",
        "the peer's device or software is faulty");
  }

  private static void explainOwnMemory() {
    add(
        CompletionStatus.LOC_PROT_ERR,
        "A buffer of this request is not covered by the region that its local key names. Of a"
            + " send, nothing has left.",
        "Print the list of buffers and the regions' addresses, lengths and access. " + RECOVER,
        "the region was deregistered, or the arena of its memory closed, before the completion",
        "the buffer begins or ends outside the region",
        "a receive, read or atomic operation into a region without IBV_ACCESS_LOCAL_WRITE",
        "the region belongs to another protection domain than the queue pair");
    add(
        CompletionStatus.LOC_ACCESS_ERR,
        "A write with immediate data of the peer violated the protection of this side's memory.",
        "Compare the address, length and key that the peer uses with the region. " + RECOVER,
        "the peer's key is old: the region was deregistered and registered again",
        "the region lacks IBV_ACCESS_REMOTE_WRITE");
  }

  private static void explainPeersRefusals() {
    add(
        CompletionStatus.REM_INV_REQ_ERR,
        "The peer found the request invalid. No data was taken.",
        "Look at the peer's completions and qp_access_flags. " + RECOVER,
        "the message is longer than the peer's receive, whose completion has LOC_LEN_ERR",
        "the peer's queue pair does not allow this operation: qp_access_flags",
        "more reads and atomic operations under way than the peer's max_dest_rd_atomic");
    add(
        CompletionStatus.REM_ACCESS_ERR,
        "The peer's memory does not allow the access. The memory is unchanged.",
        "Compare remote address, length and rkey with what the peer has registered. " + RECOVER,
        "the rkey is old, or of another protection domain than the peer's queue pair",
        "the range begins or ends outside the region or window",
        "the region lacks IBV_ACCESS_REMOTE_READ, _WRITE or _ATOMIC",
        "the peer has closed the arena of the region's memory");
    add(
        CompletionStatus.REM_OP_ERR,
        "The peer could not complete the operation because of a fault of its own.",
        "Look at the peer's completions: one of them has the cause. " + RECOVER,
        "the peer's receive names memory that is not registered");
    add(
        CompletionStatus.REM_ABORT_ERR,
        "The peer aborted the operation: its queue pair left the state in which it serves.",
        "Find out why the peer has stopped. " + RECOVER,
        "the peer moved its queue pair to ERR or RESET meanwhile");
  }

  private static void explainSilentPeers() {
    add(
        CompletionStatus.RETRY_EXC_ERR,
        "The peer did not answer, retry_cnt times after 4.096 us * 2^timeout each. Whether it has"
            + " executed the request is unknown.",
        "Check that the peer lives and is in RTR or RTS, and that qp_num, LID or GID and PSN of"
            + " the two sides match. "
            + RECOVER,
        "the peer's process has ended",
        "the peer is not in RTR yet, or has moved to ERR",
        "dest_qp_num, the address or rq_psn is not the peer's",
        "timeout and retry_cnt are too small for a peer that is busy",
        "this process had no file descriptor, room or address space for a link to the peer: see"
            + " ulimit -n, ulimit -v and the folder of shared memory",
        "the peer's completion queue overran, which ends its queue pairs: a message before this one"
            + " may have arrived without a completion there");
    add(
        CompletionStatus.RNR_RETRY_EXC_ERR,
        "The peer had no receive posted, rnr_retry times. Its queue pair is healthy.",
        "Let the peer post receives before they are needed, or set rnr_retry to 7, which means no"
            + " limit. "
            + RECOVER,
        "the peer posts its receives too late, or too few",
        "the peer's shared receive queue is empty",
        "rnr_retry is small, or the peer's min_rnr_timer is short");
    add(
        CompletionStatus.RESP_TIMEOUT_ERR,
        "The peer is connected, but has read nothing for as long as the device waits.",
        "Check that the peer's process runs, and that a thread of it makes progress. " + RECOVER,
        "the peer's process is stopped, or in a debugger",
        "the peer's process has no file descriptor left to accept the connection",
        "the peer's host is overloaded");
  }

  private static void explainReliableDatagrams() {
    String connect = "Check the numbers and states of the end-to-end contexts on both sides.";
    add(
        CompletionStatus.LOC_EEC_OP_ERR,
        "The local end-to-end context could not execute the request.",
        connect,
        "the context lacks an attribute that the operation needs");
    add(
        CompletionStatus.LOC_RDD_VIOL_ERR,
        "The reliable datagram domain of the queue pair is not that of the end-to-end context.",
        "Use a context and a queue pair of the same domain.",
        "the request names a context of another domain");
    add(
        CompletionStatus.REM_INV_RD_REQ_ERR,
        "The peer found the reliable datagram invalid.",
        connect,
        "the peer's queue pair has another Q_Key or another domain");
    add(
        CompletionStatus.INV_EECN_ERR,
        "There is no end-to-end context with the number in the request.",
        connect,
        "the context was destroyed, or its number was mistyped");
    add(
        CompletionStatus.INV_EEC_STATE_ERR,
        "The end-to-end context is not in a state in which it sends.",
        connect,
        "the context is not in RTS yet, or has failed");
  }

  private static void explainDevices() {
    add(
        CompletionStatus.FATAL_ERR,
        "The device has failed. On Weft's devices: the link to the peer is broken, and only its"
            + " queue pairs; IBV_EVENT_QP_FATAL comes with it.",
        "Mend or restart the peer, then connect a new queue pair. After IBV_EVENT_DEVICE_FATAL"
            + " close the context and open the device anew.",
        "the peer's process wrote what no peer writes",
        "the file of the link was cut",
        "the device has failed, as IBV_EVENT_DEVICE_FATAL says");
    add(
        CompletionStatus.GENERAL_ERR,
        "An error for which C has no number. On Weft's devices: the file behind a region of this"
            + " side became shorter than the region.",
        "Cut a mapped file only after its region was deregistered. " + RECOVER,
        "the file under a mapped region was cut");
  }

  private static void explainTagMatching() {
    add(
        CompletionStatus.TM_ERR,
        "An operation on the tag list failed; the list is unchanged.",
        "Count the entries of the list against max_num_tags, and read the unexpected messages.",
        "the list is full",
        "the entry to be removed was matched meanwhile",
        "unexpected messages have come that were not reported yet (IBV_OPS_TM_SYNC)");
    add(
        CompletionStatus.TM_RNDV_INCOMPLETE,
        "A rendezvous message matched a buffer that is too small for it. Nothing was read.",
        "The first 32 bytes of the entry's buffer are the header: address, rkey and length. Read"
            + " the message by an RDMA read into a longer buffer, over another queue pair of the"
            + " two sides, then send the peer its completion.",
        "the buffer of the tag list is shorter than the message");
  }
}
