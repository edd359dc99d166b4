package dev.weft.ffm.ibverbs.work;

import dev.weft.ffm.ibverbs.layout.WorkLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * Posts sends: {@code struct ibv_send_wr} in memory that is used again. Longer lists are posted in
 * parts. What would make C read at a wrong address is refused here; the rest is left to the device.
 * One thread at a time may use it.
 */
public final class SendRequests {
  private static final int ROOM = 16;
  private static final long REQUEST_BYTES = WorkLayouts.SEND.size();
  private static final long WR_ID = WorkLayouts.SEND.offset("wr_id");
  private static final long NEXT = WorkLayouts.SEND.offset("next");
  private static final long LIST = WorkLayouts.SEND.offset("sg_list");
  private static final long COUNT = WorkLayouts.SEND.offset("num_sge");
  private static final long OPCODE = WorkLayouts.SEND.offset("opcode");
  private static final long FLAGS = WorkLayouts.SEND.offset("send_flags");
  private static final long IMMEDIATE = WorkLayouts.SEND.offset("imm_data");

  private final int maxBuffers;
  private final int maxInline;
  private final MemorySegment memory;
  private final RequestList requests;
  private final long buffers;
  private final long inline;
  private final SendReferences references;
  private final SendOperands operands;

  /** Whether a staged request names objects, so that {@link SendReferences#enter} was called. */
  private boolean entered;

  /**
   * Room for some requests.
   *
   * @param function address of the driver's {@code post_send}
   * @param queuePair address of the {@code struct ibv_qp}
   * @param granted what C has granted
   */
  public SendRequests(
      long function,
      long queuePair,
      QueuePairType type,
      QueuePairCapabilities granted,
      SendReferences references) {
    this.maxBuffers = Math.max(1, granted.maxSendSge());
    this.maxInline = granted.maxInlineData();
    this.references = references;
    this.operands = new SendOperands(type, references);
    long bytes = ROOM * (REQUEST_BYTES + maxBuffers * Buffers.BYTES + maxInline) + Long.BYTES;
    this.memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
    long refused = memory.address();
    long first = refused + Long.BYTES;
    this.requests = new RequestList(function, queuePair, refused, first, REQUEST_BYTES, NEXT);
    this.buffers = first + ROOM * REQUEST_BYTES;
    this.inline = buffers + (long) ROOM * maxBuffers * Buffers.BYTES;
  }

  /**
   * Posts a request and those linked to it.
   *
   * @param bad receives the first that was not posted; may be null
   * @return 0 or an error number
   */
  public int post(SendWorkRequest first, BadRequest<SendWorkRequest> bad) {
    SendWorkRequest from = first;
    int error = 0;
    while (from != null && error == 0) {
      int done = 0;
      try {
        int staged = 0;
        SendWorkRequest next = from;
        while (next != null && staged < ROOM && error == 0) {
          error = stage(staged, next);
          staged += error == 0 ? 1 : 0;
          next = next.next();
        }
        int posted = staged == 0 ? 0 : postStaged(staged);
        done = posted == 0 ? staged : requests.refusedIndex(staged);
        error = posted == 0 ? error : posted;
        noteBinds(from, done);
      } finally {
        leaveReferences();
      }
      from = after(from, done);
    }
    if (error != 0 && bad != null) {
      bad.request(from);
    }
    return error;
  }

  private static SendWorkRequest after(SendWorkRequest first, int count) {
    SendWorkRequest request = first;
    for (int i = 0; i < count; i++) {
      request = request.next();
    }
    return request;
  }

  private void noteBinds(SendWorkRequest first, int count) {
    SendWorkRequest request = first;
    for (int i = 0; entered && i < count; i++) {
      if (request.opcode() == WorkOpcode.BIND_MW) {
        references.bound(request.window(), request.remoteKey());
      }
      request = request.next();
    }
  }

  private void leaveReferences() {
    if (entered) {
      entered = false;
      references.leave();
    }
  }

  private int stage(int index, SendWorkRequest request) {
    long at = requests.at(index);
    if (operands.nameObjects(request) && !entered) {
      references.enter();
      entered = true;
    }
    int error = operands.write(request, at);
    if (error != 0) {
      return error;
    }
    CMemory.word(at + WR_ID, request.wrId());
    requests.link(index);
    CMemory.integer(at + OPCODE, request.opcode());
    CMemory.integer(at + FLAGS, request.flags());
    boolean binds = request.opcode() == WorkOpcode.BIND_MW;
    CMemory.integer(at + IMMEDIATE, binds ? 0 : request.immediate());
    return stageBuffers(index, at, request);
  }

  private int stageBuffers(int index, long at, SendWorkRequest request) {
    long list = buffers + (long) index * maxBuffers * Buffers.BYTES;
    ScatterGatherList wanted = request.buffers();
    CMemory.word(at + LIST, list);
    if (!SendOperands.takesBuffers(request.opcode())) {
      CMemory.integer(at + COUNT, 0);
      return 0;
    }
    if ((request.flags() & SendFlags.INLINE) != 0) {
      return stageInline(index, at, list, request);
    }
    if (wanted.count() > maxBuffers) {
      return VerbsErrno.EINVAL;
    }
    CMemory.integer(at + COUNT, wanted.count());
    Buffers.write(wanted, list);
    return 0;
  }

  /** C copies the bytes from where they are copied to here, in one piece. */
  private int stageInline(int index, long at, long list, SendWorkRequest request) {
    ScatterGatherList wanted = request.buffers();
    long total = wanted.totalLength();
    if (total > maxInline || !SendOperands.mayBeInline(request.opcode())) {
      return VerbsErrno.EINVAL;
    }
    long copied = inline + (long) index * maxInline;
    long offset = copied - memory.address();
    for (int i = 0; i < wanted.count(); i++) {
      if (!wanted.copyTo(i, memory, offset) && !references.copy(wanted, i, memory, offset)) {
        return VerbsErrno.EINVAL;
      }
      offset += Integer.toUnsignedLong(wanted.length(i));
    }
    CMemory.integer(at + COUNT, total == 0 ? 0 : 1);
    Buffers.write(list, copied, (int) total, 0);
    return 0;
  }

  private int postStaged(int count) {
    try {
      return requests.post(count);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }
}
