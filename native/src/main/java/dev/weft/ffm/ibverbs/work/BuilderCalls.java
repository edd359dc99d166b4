package dev.weft.ffm.ibverbs.work;

import dev.weft.ffm.ibverbs.layout.ObjectLayouts;
import dev.weft.ffm.ibverbs.layout.WorkLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.List;

/**
 * Hands recorded requests to the functions of {@code struct ibv_qp_ex}, from {@code wr_start} to
 * {@code wr_complete} in one go: C holds a lock in between.
 */
final class BuilderCalls {
  private static final long WR_ID = ObjectLayouts.EXTENDED_PAIR.offset("wr_id");
  private static final long WR_FLAGS = ObjectLayouts.EXTENDED_PAIR.offset("wr_flags");

  private final long pair;
  private final QueuePairType type;
  private final SendReferences references;
  private final MemorySegment bind =
      Arena.ofAuto().allocate(WorkLayouts.BIND_INFO.size(), Long.BYTES);
  private final MemorySegment buffers;

  /**
   * Calls for a queue pair.
   *
   * @param pair address of the {@code struct ibv_qp_ex}
   * @param maxBuffers the most that one request may have
   */
  BuilderCalls(long pair, QueuePairType type, int maxBuffers, SendReferences references) {
    this.pair = pair;
    this.type = type;
    this.references = references;
    this.buffers = Arena.ofAuto().allocate(Math.max(1, maxBuffers) * Buffers.BYTES, Long.BYTES);
  }

  /** Posts all of them or none; returns 0 or an error number. */
  int post(List<BuiltRequest> requests, int count) {
    references.enter();
    try {
      int error = check(requests, count);
      return error == 0 ? postChecked(requests, count) : error;
    } finally {
      references.leave();
      Reference.reachabilityFence(this);
    }
  }

  /** Whether all objects that they name can be used, before C is called. */
  private int check(List<BuiltRequest> requests, int count) {
    for (int i = 0; i < count; i++) {
      SendWorkRequest request = requests.get(i).request;
      int error = 0;
      if (request.opcode() == WorkOpcode.BIND_MW) {
        error =
            references.window(request.window()) == 0
                ? VerbsErrno.EINVAL
                : BindInfo.write(request.bind(), references, bind.address());
      } else if (type == QueuePairType.UD && references.handle(request.addressHandle()) == 0) {
        error = VerbsErrno.EINVAL;
      } else if (request.buffers().count() * Buffers.BYTES > buffers.byteSize()) {
        error = VerbsErrno.EINVAL;
      }
      if (error != 0) {
        return error;
      }
    }
    return 0;
  }

  private int postChecked(List<BuiltRequest> requests, int count) {
    Downcalls.call(function("wr_start"), pair);
    for (int i = 0; i < count; i++) {
      build(requests.get(i));
    }
    int error = Buffers.errorOf((int) Downcalls.call(function("wr_complete"), pair));
    for (int i = 0; error == 0 && i < count; i++) {
      SendWorkRequest request = requests.get(i).request;
      if (request.opcode() == WorkOpcode.BIND_MW) {
        references.bound(request.window(), request.remoteKey());
      }
    }
    return error;
  }

  private long function(String name) {
    return CMemory.word(pair + ObjectLayouts.EXTENDED_PAIR.offset(name));
  }

  private void build(BuiltRequest built) {
    SendWorkRequest request = built.request;
    CMemory.word(pair + WR_ID, request.wrId());
    CMemory.integer(pair + WR_FLAGS, request.flags());
    begin(request, built);
    if (type == QueuePairType.UD) {
      Downcalls.call(
          function("wr_set_ud_addr"),
          pair,
          references.handle(request.addressHandle()),
          request.remoteQpn(),
          request.remoteQkey());
    }
    if (request.opcode() != WorkOpcode.ATOMIC_WRITE
        && SendOperands.takesBuffers(request.opcode())) {
      setData(built);
    }
  }

  private void setData(BuiltRequest built) {
    SendWorkRequest request = built.request;
    if (built.isInline()) {
      Downcalls.call(
          function("wr_set_inline_data"), pair, built.inline.address(), built.inlineLength());
    } else if (request.buffers().count() == 1) {
      Downcalls.call(
          function("wr_set_sge"),
          pair,
          request.buffers().lkey(0),
          request.buffers().address(0),
          request.buffers().length(0));
    } else {
      Buffers.write(request.buffers(), buffers.address());
      Downcalls.call(
          function("wr_set_sge_list"), pair, request.buffers().count(), buffers.address());
    }
  }

  private void begin(SendWorkRequest request, BuiltRequest built) {
    long key = request.remoteKey();
    long there = request.remoteAddress();
    long immediate = request.immediate();
    switch (request.opcode()) {
      case WorkOpcode.SEND -> Downcalls.call(function("wr_send"), pair);
      case WorkOpcode.SEND_WITH_IMM -> Downcalls.call(function("wr_send_imm"), pair, immediate);
      case WorkOpcode.SEND_WITH_INV -> Downcalls.call(function("wr_send_inv"), pair, immediate);
      case WorkOpcode.RDMA_WRITE -> Downcalls.call(function("wr_rdma_write"), pair, key, there);
      case WorkOpcode.RDMA_WRITE_WITH_IMM ->
          Downcalls.call(function("wr_rdma_write_imm"), pair, key, there, immediate);
      case WorkOpcode.RDMA_READ -> Downcalls.call(function("wr_rdma_read"), pair, key, there);
      case WorkOpcode.ATOMIC_CMP_AND_SWP ->
          Downcalls.call(
              function("wr_atomic_cmp_swp"),
              pair,
              key,
              there,
              request.compareAdd(),
              request.swap());
      case WorkOpcode.ATOMIC_FETCH_AND_ADD ->
          Downcalls.call(function("wr_atomic_fetch_add"), pair, key, there, request.compareAdd());
      case WorkOpcode.ATOMIC_WRITE ->
          Downcalls.call(function("wr_atomic_write"), pair, key, there, built.inline.address());
      case WorkOpcode.LOCAL_INV -> Downcalls.call(function("wr_local_inv"), pair, immediate);
      case WorkOpcode.BIND_MW -> bind(request);
      default -> throw new IllegalStateException("opcode=" + request.opcode());
    }
  }

  private void bind(SendWorkRequest request) {
    BindInfo.write(request.bind(), references, bind.address());
    Downcalls.call(
        function("wr_bind_mw"),
        pair,
        references.window(request.window()),
        request.remoteKey(),
        bind.address());
  }
}
