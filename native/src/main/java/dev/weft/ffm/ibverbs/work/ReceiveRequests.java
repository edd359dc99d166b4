package dev.weft.ffm.ibverbs.work;

import dev.weft.ffm.ibverbs.layout.WorkLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
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

  private final long function;
  private final long queue;
  private final int maxBuffers;
  private final MemorySegment memory;
  private final long requests;
  private final long buffers;
  private final long refused;

  /**
   * Room for some requests.
   *
   * @param function address of the driver's {@code post_recv} or {@code post_srq_recv}
   * @param queue address of the {@code struct ibv_qp} or {@code struct ibv_srq}
   * @param maxBuffers the most that one request may have
   */
  public ReceiveRequests(long function, long queue, int maxBuffers) {
    this.function = function;
    this.queue = queue;
    this.maxBuffers = maxBuffers;
    long bytes = ROOM * (REQUEST_BYTES + maxBuffers * Buffers.BYTES) + Long.BYTES;
    this.memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
    this.refused = memory.address();
    this.requests = refused + Long.BYTES;
    this.buffers = requests + ROOM * REQUEST_BYTES;
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
      from = error == 0 ? until : after(from, refusedIndex(staged));
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
    long at = requests + index * REQUEST_BYTES;
    long list = buffers + (long) index * maxBuffers * Buffers.BYTES;
    CMemory.word(at + WR_ID, request.wrId());
    CMemory.word(at + NEXT, at + REQUEST_BYTES);
    CMemory.word(at + LIST, list);
    CMemory.integer(at + COUNT, request.buffers().count());
    Buffers.write(request.buffers(), list);
  }

  private int postStaged(int count) {
    CMemory.word(requests + (count - 1) * REQUEST_BYTES + NEXT, 0);
    CMemory.word(refused, requests);
    try {
      return Buffers.errorOf((int) Downcalls.call(function, queue, requests, refused));
    } finally {
      Reference.reachabilityFence(memory);
    }
  }

  /** The first if the driver does not say, as rxe where its doorbell fails. */
  private int refusedIndex(int staged) {
    long offset = CMemory.word(refused) - requests;
    return offset >= 0 && offset < staged * REQUEST_BYTES ? (int) (offset / REQUEST_BYTES) : 0;
  }
}
