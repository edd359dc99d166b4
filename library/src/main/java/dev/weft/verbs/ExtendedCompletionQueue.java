package dev.weft.verbs;

import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.PollAttributes;
import dev.weft.verbs.completion.TagMatchingInfo;
import dev.weft.verbs.completion.WcFlags;

/**
 * {@code struct ibv_cq_ex}: a completion queue whose completions are read in place, field by field
 * (VX-01).
 *
 * <pre>{@code
 * if (queue.startPoll() == 0) {            // else ENOENT: nothing there, and nothing to end
 *   try {
 *     do {
 *       use(queue.wrId(), queue.status());
 *     } while (queue.nextPoll() == 0);     // ENOENT: no more
 *   } finally {
 *     queue.endPoll();                     // what was visited is consumed
 *   }
 * }
 * }</pre>
 *
 * <p>Between start and end the calling thread owns the reading side; other pollers wait (VP-27),
 * for ever if it ends without {@link #endPoll}. Each field has a reader method. Reading a field
 * that was not requested at creation, or reading without a current completion, throws {@link
 * IllegalStateException} (VP-31, VP-35).
 */
public interface ExtendedCompletionQueue extends CompletionQueue {

  /** {@link #startPoll(PollAttributes)} with default attributes. */
  default int startPoll() {
    return startPoll(null);
  }

  /**
   * {@code ibv_start_poll(3)}: opens a batch on the oldest completion (VP-18 to VP-20).
   *
   * @param attributes or null for defaults
   * @return 0, and {@link #endPoll} must be called; otherwise it must not: {@link
   *     VerbsErrno#ENOENT} if there is no completion, {@link VerbsErrno#EINVAL} for unknown mask
   *     bits (VX-20), {@link VerbsErrno#EBUSY} if the clock could not be read, try again (VT-08),
   *     {@link VerbsErrno#EIO} for an overrun queue whose last completion was taken
   * @throws IllegalStateException if this thread has a batch open (VP-26)
   */
  int startPoll(PollAttributes attributes);

  /**
   * {@code ibv_next_poll(3)}: advances to the next completion (VP-21 to VP-23).
   *
   * @return 0; {@link VerbsErrno#ENOENT} if there is none; {@link #endPoll} must be called in both
   *     cases
   * @throws IllegalStateException if this thread has no batch open
   */
  int nextPoll();

  /**
   * {@code ibv_end_poll(3)}: consumes the completions that were visited, and no others (VP-24).
   * Afterwards their room is free for new ones; during a batch it may not be (VP-28).
   *
   * @throws IllegalStateException if this thread has no batch open; nothing is consumed (VP-25)
   */
  void endPoll();

  /** {@code wr_id}: the request's 64 bits, whatever the status (VE-01). */
  long wrId();

  /** {@code status}: one of {@link CompletionStatus} (VE-17). */
  int status();

  /** {@code ibv_wc_read_opcode}: one of {@link CompletionOpcode} (VE-02, VE-03). */
  int readOpcode();

  /** {@code ibv_wc_read_vendor_err}: the device's error detail, 0 on success (VE-18). */
  int readVendorErr();

  /** {@code ibv_wc_read_byte_len}: unsigned bytes; for receives, reads and atomics (VE-04). */
  int readByteLen();

  /** {@code ibv_wc_read_imm_data}: the sender's 32 bits, with {@link WcFlags#WITH_IMM} (VP-14). */
  int readImmData();

  /** {@code ibv_wc_read_invalidated_rkey}: with {@link WcFlags#WITH_INV} (VP-15, VP-32). */
  int readInvalidatedRkey();

  /** {@code ibv_wc_read_qp_num}: number of the local queue pair (VE-19). */
  int readQpNum();

  /** {@code ibv_wc_read_src_qp}: the sender's queue pair number; datagrams only (VE-10, VE-20). */
  int readSrcQp();

  /** {@code ibv_wc_read_wc_flags}: {@link WcFlags}. */
  int readWcFlags();

  /** {@code ibv_wc_read_slid}: the sender's LID, 32 bits; datagrams only (VE-11, VP-34). */
  int readSlid();

  /** {@code ibv_wc_read_sl}: the service level, 0 to 15; datagrams only (VE-11). */
  int readSl();

  /** {@code ibv_wc_read_dlid_path_bits}: low bits of the local LID; datagrams only (VE-11). */
  int readDlidPathBits();

  /** {@code ibv_wc_read_completion_ts}: time of completion in device ticks (VT-03 to VT-06). */
  long readCompletionTs();

  /**
   * {@code ibv_wc_read_completion_wallclock_ns}: time of completion in nanoseconds since 1970
   * (VT-07).
   */
  long readCompletionWallclockNs();

  /** {@code ibv_wc_read_cvlan}: the customer VLAN, 16 bits (VE-21). */
  int readCvlan();

  /** {@code ibv_wc_read_flow_tag}: the tag of the matching flow (VE-21). */
  int readFlowTag();

  /** {@code ibv_wc_read_tm_info}: tag and data of a tagged message (VQ-47). */
  void readTmInfo(TagMatchingInfo info);

  /**
   * Freed resource count, an extension (VE-20): for how many more receives a reliable datagram
   * receive queue has room after this completion, whatever its status. Usually 1; 0 while an older
   * receive is outstanding, whose completion then counts both.
   */
  int readFreedResourceCount();

  /** Number of the local end-to-end context of a reliable datagram's receive (VE-20). */
  int readEndToEndContext();
}
