package dev.weft.provider.verbs.check;

import dev.weft.nic.packet.TransportType;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.SendOperations;
import dev.weft.verbs.work.WorkOpcode;
import java.util.Map;

/** {@code send_ops_flags} of {@code ibv_create_qp_ex(3)}: the operations that a type supports. */
public final class SendOperationChecks {
  private static final Map<Long, Integer> OPCODES =
      Map.ofEntries(
          Map.entry(SendOperations.RDMA_WRITE, WorkOpcode.RDMA_WRITE),
          Map.entry(SendOperations.RDMA_WRITE_WITH_IMM, WorkOpcode.RDMA_WRITE_WITH_IMM),
          Map.entry(SendOperations.SEND, WorkOpcode.SEND),
          Map.entry(SendOperations.SEND_WITH_IMM, WorkOpcode.SEND_WITH_IMM),
          Map.entry(SendOperations.RDMA_READ, WorkOpcode.RDMA_READ),
          Map.entry(SendOperations.ATOMIC_CMP_AND_SWP, WorkOpcode.ATOMIC_CMP_AND_SWP),
          Map.entry(SendOperations.ATOMIC_FETCH_AND_ADD, WorkOpcode.ATOMIC_FETCH_AND_ADD),
          Map.entry(SendOperations.LOCAL_INV, WorkOpcode.LOCAL_INV),
          Map.entry(SendOperations.BIND_MW, WorkOpcode.BIND_MW),
          Map.entry(SendOperations.SEND_WITH_INV, WorkOpcode.SEND_WITH_INV),
          Map.entry(SendOperations.TSO, WorkOpcode.TSO),
          Map.entry(SendOperations.FLUSH, WorkOpcode.FLUSH),
          Map.entry(SendOperations.ATOMIC_WRITE, WorkOpcode.ATOMIC_WRITE));

  private SendOperationChecks() {}

  /** Rejects an operation that is unknown or that the type does not support (VQ-03). */
  public static void require(QueuePairInit init, TransportType type) {
    long missing = init.sendOperations() & ~of(type);
    if (missing != 0) {
      throw new VerbsException(
          VerbsErrno.EOPNOTSUPP,
          "ibv_create_qp_ex",
          "send_ops_flags="
              + SendOperations.describe(missing)
              + ", allowed for qp_type="
              + init.type()
              + ": "
              + SendOperations.describe(of(type)),
          "");
    }
  }

  private static long of(TransportType type) {
    return OPCODES.entrySet().stream()
        .filter(operation -> type.has(operation.getValue()))
        .mapToLong(Map.Entry::getKey)
        .reduce(0, (all, bit) -> all | bit);
  }
}
