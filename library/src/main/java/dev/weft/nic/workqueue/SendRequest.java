package dev.weft.nic.workqueue;

import dev.weft.nic.packet.Destination;
import java.lang.foreign.MemorySegment;

/**
 * One send work request, filled in by the caller that posts it. Reusable. Numbers are those of C.
 */
public final class SendRequest extends BufferedRequest {
  /** {@code enum ibv_wr_opcode}. */
  public int opcode;

  /** {@code enum ibv_send_flags}. */
  public int flags;

  /** {@code imm_data} or {@code invalidate_rkey}. */
  public int immediateOrKey;

  /** {@code rdma.remote_addr}, also for a flush; {@code bind_mw.bind_info.addr}. */
  public long remoteAddress;

  /** {@code rdma.rkey}. */
  public int remoteKey;

  /** {@code atomic.compare_add}; the value of an atomic write; type and level of a flush. */
  public long compareAdd;

  /** {@code atomic.swap}; the length of a flush; {@code bind_mw.bind_info.length}. */
  public long swap;

  /** {@code ud.ah}. */
  public Destination destination;

  /** Number of the end-to-end context of a reliable datagram. */
  public int endToEnd;

  /** {@code ud.remote_qpn}. */
  public int remoteQueuePair;

  /** {@code ud.remote_qkey}. */
  public int queueKey;

  /** Any key that the window has had. */
  public int window;

  /** {@code bind_mw.rkey}. */
  public int windowKey;

  /** {@code bind_mw.bind_info.mr}, by its key. */
  public int boundKey;

  /** {@code bind_mw.bind_info.mw_access_flags}. */
  public int windowAccess;

  /** Inline data, instead of buffers; as large as the maximum inline size. */
  public final MemorySegment inlineData;

  /** Bytes of {@link #inlineData}; only with {@code IBV_SEND_INLINE}. */
  public int inlineLength;

  public SendRequest(int maximumBuffers, int maximumInline) {
    super(maximumBuffers);
    inlineData = MemorySegment.ofArray(new long[(maximumInline + 7) / 8]);
  }

  /** Resets all fields. */
  public SendRequest reset() {
    wrId = 0;
    opcode = 0;
    flags = 0;
    immediateOrKey = 0;
    remoteAddress = 0;
    remoteKey = 0;
    compareAdd = 0;
    swap = 0;
    destination = null;
    endToEnd = 0;
    remoteQueuePair = 0;
    queueKey = 0;
    buffers = 0;
    inlineLength = 0;
    return this;
  }
}
