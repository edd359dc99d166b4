package dev.weft.verbs;

import dev.weft.verbs.work.FlushType;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.MemorySegment;

/**
 * {@code ibv_wr_start(3)} and related calls: builds send work requests in place. Used by one thread
 * at a time, from {@link QueuePair#startWork} to {@link #complete} or {@link #abort}.
 *
 * <pre>{@code
 * int errno = pair.startWork().wrId(7).flags(SIGNALED).send().sge(lkey, address, 64).complete();
 * }</pre>
 *
 * <p>{@link #wrId} and {@link #flags} apply to the operations that follow. Each operation begins a
 * request; the setters after it set the request's buffers and address. Errors are reported by
 * {@link #complete} only, which posts all requests or none (VQ-06).
 */
public interface WorkBuilder {

  /** {@code qp->wr_id}, for the operations that follow. */
  WorkBuilder wrId(long wrId);

  /** {@code qp->wr_flags}: {@link SendFlags}, for the operations that follow. */
  WorkBuilder flags(int flags);

  /** {@code ibv_wr_send(3)}. */
  WorkBuilder send();

  /** {@code ibv_wr_send_imm(3)}. */
  WorkBuilder sendImm(int immediate);

  /** {@code ibv_wr_send_inv(3)}. */
  WorkBuilder sendInvalidate(int rkey);

  /** {@code ibv_wr_rdma_write(3)}. */
  WorkBuilder rdmaWrite(int rkey, long remoteAddress);

  /** {@code ibv_wr_rdma_write_imm(3)}. */
  WorkBuilder rdmaWriteImm(int rkey, long remoteAddress, int immediate);

  /** {@code ibv_wr_rdma_read(3)}. */
  WorkBuilder rdmaRead(int rkey, long remoteAddress);

  /** {@code ibv_wr_atomic_cmp_swp(3)}. */
  WorkBuilder atomicCompareSwap(int rkey, long remoteAddress, long compare, long swap);

  /** {@code ibv_wr_atomic_fetch_add(3)}. */
  WorkBuilder atomicFetchAdd(int rkey, long remoteAddress, long add);

  /** {@code ibv_wr_atomic_write(3)}: writes 8 bytes atomically. */
  WorkBuilder atomicWrite(int rkey, long remoteAddress, long value);

  /**
   * {@code ibv_wr_flush(3)}.
   *
   * @param length bytes, with level {@link FlushType#RANGE}
   * @param type {@link FlushType#GLOBAL}, {@link FlushType#PERSISTENT} or both
   * @param level {@link FlushType#RANGE} or {@link FlushType#REGION}
   */
  WorkBuilder flush(int rkey, long remoteAddress, long length, int type, int level);

  /** {@code ibv_wr_local_inv(3)}. */
  WorkBuilder localInvalidate(int rkey);

  /**
   * {@code ibv_wr_bind_mw(3)}.
   *
   * @param rkey a key of the window, as {@link MemoryWindow#nextRkey} gives it
   */
  WorkBuilder bindMw(MemoryWindow window, int rkey, MemoryWindowBind bind);

  /** {@code ibv_wr_set_ud_addr(3)}: sets the destination of the datagram. */
  WorkBuilder udAddress(AddressHandle addressHandle, int remoteQpn, int remoteQkey);

  /** Sets the destination like {@link SendWorkRequest#through}; an extension (VE-20). */
  WorkBuilder through(int endToEndContext, int remoteQpn, int remoteQkey);

  /** {@code ibv_wr_set_sge(3)}: appends a buffer. */
  WorkBuilder sge(int lkey, long address, int length);

  /** {@code ibv_wr_set_sge_list(3)}: sets the buffers. */
  WorkBuilder sgeList(ScatterGatherList buffers);

  /**
   * {@code ibv_wr_set_inline_data(3)}: copies the bytes during the call, from any memory. Further
   * calls append, as {@code ibv_wr_set_inline_data_list(3)} does.
   */
  WorkBuilder inlineData(MemorySegment data);

  /**
   * {@code ibv_wr_complete(3)}: posts the requests.
   *
   * @return 0, or the first error: {@link VerbsErrno#EINVAL}, {@link VerbsErrno#ENOMEM}, {@link
   *     VerbsErrno#ENOSPC}; nothing is posted then
   */
  int complete();

  /** {@code ibv_wr_abort(3)}: discards the requests. */
  void abort();
}
