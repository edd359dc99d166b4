package dev.weft.nic.queuepair;

import java.lang.foreign.MemorySegment;

/**
 * One send work request, as it is given to {@link WorkRequestPoster#stage}; used again and again.
 * Numbers are those of C.
 */
public final class SendRequest {
  /** {@code wr_id}. */
  public long wrId;

  /** {@code enum ibv_wr_opcode}. */
  public int opcode;

  /** {@code enum ibv_send_flags}. */
  public int flags;

  /** {@code imm_data} or {@code invalidate_rkey}. */
  public int immediateOrKey;

  /** {@code rdma.remote_addr}; of a flush too; {@code bind_mw.bind_info.addr}. */
  public long remoteAddress;

  /** {@code rdma.rkey}. */
  public int remoteKey;

  /** {@code atomic.compare_add}; the value of an atomic write; type and level of a flush. */
  public long compareAdd;

  /** {@code atomic.swap}; the length of a flush; {@code bind_mw.bind_info.length}. */
  public long swap;

  /** {@code ud.ah}. */
  public Destination destination;

  /** Which end-to-end context carries a reliable datagram. */
  public int endToEnd;

  /** {@code ud.remote_qpn}. */
  public int remoteQueuePair;

  /** {@code ud.remote_qkey}. */
  public int queueKey;

  /** Any key that the window to bind has had. */
  public int window;

  /** {@code bind_mw.rkey}. */
  public int windowKey;

  /** {@code bind_mw.bind_info.mr}: its key. */
  public int boundKey;

  /** {@code bind_mw.bind_info.mw_access_flags}. */
  public int windowAccess;

  /** How many buffers there are. */
  public int buffers;

  /** Address, then length and key, of each buffer. */
  final long[] list;

  /** Inline data, instead of buffers; as long as may be inline. */
  public final MemorySegment inlineData;

  /** How many bytes of {@link #inlineData} there are; only with {@code IBV_SEND_INLINE}. */
  public int inlineLength;

  SendRequest(int maximumBuffers, int maximumInline) {
    inlineData = MemorySegment.ofArray(new long[(maximumInline + 7) / 8]);
    list = new long[2 * maximumBuffers];
  }

  /** The most buffers that a request may have. */
  public int maximumBuffers() {
    return list.length / 2;
  }

  /** Everything as if nothing had been set. */
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

  /** Adds a buffer; false where there are {@link #maximumBuffers} already. */
  public boolean add(long address, int length, int key) {
    if (buffers == maximumBuffers()) {
      return false;
    }
    BufferTable.set(list, 2 * buffers, address, length, key);
    buffers++;
    return true;
  }
}
