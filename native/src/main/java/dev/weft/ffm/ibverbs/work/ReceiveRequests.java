package dev.weft.ffm.ibverbs.work;

import dev.weft.ffm.ibverbs.layout.WorkLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ReceiveWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * Posts receives: {@code struct ibv_recv_wr} in memory that is used again. Longer lists are posted
 * in parts. One thread at a time may use it.
 */
public final class ReceiveRequests {
  private static final int ROOM = 16;
  private static final long REQUEST_BYTES = WorkLayouts.RECEIVE.size();
  private static final long WR_ID = WorkLayouts.RECEIVE.offset("wr_id");
  private static final long NEXT = WorkLayouts.RECEIVE.offset("next");
  private static final long LIST = WorkLayouts.RECEIVE.offset("sg_list");
  private static final long COUNT = WorkLayouts.RECEIVE.offset("num_sge");

  private final int maxBuffers;
  private final MemorySegment memory;
  private final RequestList requests;
  private final long buffers;

  /**
   * Room for some requests.
   *
   * @param function address of the driver's {@code post_recv} or {@code post_srq_recv}
   * @param queue address of the {@code struct ibv_qp} or {@code struct ibv_srq}
   * @param maxBuffers the most that one request may have
   */
  public ReceiveRequests(long function, long queue, int maxBuffers) {
    this.maxBuffers = maxBuffers;
    long bytes = ROOM * (REQUEST_BYTES + maxBuffers * Buffers.BYTES) + Long.BYTES;
    this.memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
    long refused = memory.address();
    long first = refused + Long.BYTES;
    this.requests = new RequestList(function, queue, refused, first, REQUEST_BYTES, NEXT);
    this.buffers = first + ROOM * REQUEST_BYTES;
  }

  /**
   * Posts a request and those linked to it.
   *
   * @param bad receives the first that was not posted; may be null
   * @return 0 or an error number
   */
  public int post(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad) {
    ReceiveWorkRequest from = first;
    int error = 0;
    while (from != null && error == 0) {
      ReceiveWorkRequest until = from;
      int staged = 0;
      while (until != null && staged < ROOM && fits(until)) {
        stage(staged++, until);
        until = until.next();
      }
      error = staged == 0 ? VerbsErrno.EINVAL : postStaged(staged);
      from = error == 0 ? until : after(from, requests.refusedIndex(staged));
    }
    if (error != 0 && bad != null) {
      bad.request(from);
    }
    return error;
  }

  private boolean fits(ReceiveWorkRequest request) {
    return request.buffers().count() <= maxBuffers;
  }

  private static ReceiveWorkRequest after(ReceiveWorkRequest first, int count) {
    ReceiveWorkRequest request = first;
    for (int i = 0; i < count; i++) {
      request = request.next();
    }
    return request;
  }

  private void stage(int index, ReceiveWorkRequest request) {
    long at = requests.at(index);
    long list = buffers + (long) index * maxBuffers * Buffers.BYTES;
    CMemory.word(at + WR_ID, request.wrId());
    requests.link(index);
    CMemory.word(at + LIST, list);
    CMemory.integer(at + COUNT, request.buffers().count());
    Buffers.write(request.buffers(), list);
  }

  private int postStaged(int count) {
    try {
      return requests.post(count);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }
}
