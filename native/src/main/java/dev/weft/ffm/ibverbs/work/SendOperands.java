package dev.weft.ffm.ibverbs.work;

import dev.weft.ffm.ibverbs.layout.WorkLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;

/** What send requests have besides their buffers: the unions of {@code struct ibv_send_wr}. */
final class SendOperands {
  private static final long REMOTE_ADDRESS = WorkLayouts.SEND.offset("wr.rdma.remote_addr");
  private static final long REMOTE_KEY = WorkLayouts.SEND.offset("wr.rdma.rkey");
  private static final long COMPARE_ADD = WorkLayouts.SEND.offset("wr.atomic.compare_add");
  private static final long SWAP = WorkLayouts.SEND.offset("wr.atomic.swap");
  private static final long ATOMIC_KEY = WorkLayouts.SEND.offset("wr.atomic.rkey");
  private static final long HANDLE = WorkLayouts.SEND.offset("wr.ud.ah");
  private static final long REMOTE_QPN = WorkLayouts.SEND.offset("wr.ud.remote_qpn");
  private static final long REMOTE_QKEY = WorkLayouts.SEND.offset("wr.ud.remote_qkey");
  private static final long WINDOW = WorkLayouts.SEND.offset("bind_mw.mw");
  private static final long WINDOW_KEY = WorkLayouts.SEND.offset("bind_mw.rkey");
  private static final long BIND = WorkLayouts.SEND.offset("bind_mw.bind_info");
  private static final int LOWEST_BYTE = 0xFF;

  private final QueuePairType type;
  private final SendReferences references;

  SendOperands(QueuePairType type, SendReferences references) {
    this.type = type;
    this.references = references;
  }

  /** Whether C reads the struct of another object than the queue pair. */
  boolean nameObjects(SendWorkRequest request) {
    return type == QueuePairType.UD || request.opcode() == WorkOpcode.BIND_MW;
  }

  /** Whether these requests have buffers; drivers refuse those of others. */
  static boolean takesBuffers(int opcode) {
    return opcode != WorkOpcode.LOCAL_INV && opcode != WorkOpcode.BIND_MW;
  }

  /** Whether data of these requests may be copied during the call. */
  static boolean mayBeInline(int opcode) {
    return switch (opcode) {
      case WorkOpcode.SEND,
          WorkOpcode.SEND_WITH_IMM,
          WorkOpcode.SEND_WITH_INV,
          WorkOpcode.RDMA_WRITE,
          WorkOpcode.RDMA_WRITE_WITH_IMM,
          WorkOpcode.ATOMIC_WRITE ->
          true;
      default -> false;
    };
  }

  /** Writes the operands; {@code EINVAL} if the type has no such operation, or one is wrong. */
  int write(SendWorkRequest request, long at) {
    return switch (request.opcode()) {
      case WorkOpcode.SEND, WorkOpcode.SEND_WITH_IMM ->
          type == QueuePairType.UD ? writeDestination(request, at) : 0;
      case WorkOpcode.SEND_WITH_INV, WorkOpcode.LOCAL_INV -> unless(type == QueuePairType.UD);
      case WorkOpcode.RDMA_WRITE, WorkOpcode.RDMA_WRITE_WITH_IMM ->
          unless(type == QueuePairType.UD, request, at);
      case WorkOpcode.RDMA_READ, WorkOpcode.ATOMIC_WRITE ->
          unless(type != QueuePairType.RC, request, at);
      case WorkOpcode.ATOMIC_CMP_AND_SWP, WorkOpcode.ATOMIC_FETCH_AND_ADD ->
          type == QueuePairType.RC ? writeAtomic(request, at) : VerbsErrno.EINVAL;
      case WorkOpcode.BIND_MW ->
          type == QueuePairType.UD ? VerbsErrno.EINVAL : writeBind(request, at);
      default -> VerbsErrno.EINVAL;
    };
  }

  private static int unless(boolean wrong) {
    return wrong ? VerbsErrno.EINVAL : 0;
  }

  private static int unless(boolean wrong, SendWorkRequest request, long at) {
    CMemory.word(at + REMOTE_ADDRESS, request.remoteAddress());
    CMemory.integer(at + REMOTE_KEY, request.remoteKey());
    return unless(wrong);
  }

  /** Not every driver checks that it is 8 bytes at a multiple of 8. */
  private static int writeAtomic(SendWorkRequest request, long at) {
    boolean fits =
        request.buffers().totalLength() == Long.BYTES && request.remoteAddress() % Long.BYTES == 0;
    if (!fits) {
      return VerbsErrno.EINVAL;
    }
    CMemory.word(at + REMOTE_ADDRESS, request.remoteAddress());
    CMemory.word(at + COMPARE_ADD, request.compareAdd());
    CMemory.word(at + SWAP, request.swap());
    CMemory.integer(at + ATOMIC_KEY, request.remoteKey());
    return 0;
  }

  private int writeDestination(SendWorkRequest request, long at) {
    long handle = references.handle(request.addressHandle());
    CMemory.word(at + HANDLE, handle);
    CMemory.integer(at + REMOTE_QPN, request.remoteQpn());
    CMemory.integer(at + REMOTE_QKEY, request.remoteQkey());
    return unless(handle == 0);
  }

  private int writeBind(SendWorkRequest request, long at) {
    long window = references.window(request.window());
    MemoryWindowBind bind = request.bind();
    if (window == 0 && references.isOfOtherDomain(request.window())) {
      return VerbsErrno.EPERM;
    }
    if (window == 0 || bind == null || isForeign(request)) {
      return VerbsErrno.EINVAL;
    }
    CMemory.word(at + WINDOW, window);
    CMemory.integer(at + WINDOW_KEY, request.remoteKey());
    return BindInfo.write(bind, references, at + BIND);
  }

  /** Whether the upper three bytes of the key are another window's. */
  private static boolean isForeign(SendWorkRequest request) {
    return ((request.remoteKey() ^ request.window().rkey()) & ~LOWEST_BYTE) != 0;
  }
}
