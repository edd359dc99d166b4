package dev.weft.verbs;

import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct ibv_pd}: groups the memory, queue pairs, shared receive queues, address handles and
 * windows that may be used together. Any thread may call.
 */
public interface ProtectionDomain extends VerbsObject {

  /**
   * {@code ibv_reg_mr(3)}: registers memory; peers address it by its native address.
   *
   * @param memory off-heap memory, which must stay valid until the region is closed
   * @param access {@link RegionAccess}
   * @throws VerbsException {@link VerbsErrno#EINVAL} for unknown bits, or remote write or atomic
   *     access without local write; {@link VerbsErrno#EACCES} for local write to read-only memory;
   *     {@link VerbsErrno#ENOMEM} beyond the device's limits
   * @throws IllegalArgumentException for heap memory, and memory of one thread
   */
  MemoryRegion regMr(MemorySegment memory, int access);

  /**
   * Allocates zeroed memory, aligned to a cache line, for transfers with the fewest copies. With
   * {@code shm0} other processes can map it: queue pairs of type {@code IBV_QPT_RC} read and write
   * its registered regions directly, without help of this process. The memory lives as long as it
   * is reachable. No C counterpart.
   *
   * @param bytes 1 or more
   * @throws VerbsException {@link VerbsErrno#ENOMEM} or {@link VerbsErrno#ENOSPC} if there is no
   *     room
   */
  MemorySegment allocate(long bytes);

  /**
   * {@code ibv_reg_mr_iova(3)}: registers memory; peers address its first byte as {@code address}.
   *
   * @throws VerbsException like {@link #regMr(MemorySegment, int)}
   */
  MemoryRegion regMr(MemorySegment memory, long address, int access);

  /**
   * {@code ibv_alloc_mw(3)}: allocates an unbound window.
   *
   * @throws VerbsException {@link VerbsErrno#ENOMEM} above {@link DeviceAttributes#maxMw()}
   */
  MemoryWindow allocMw(MemoryWindowType type);

  /**
   * {@code ibv_create_ah(3)}: creates a destination of datagrams.
   *
   * @throws VerbsException {@link VerbsErrno#EINVAL} for a port or index that does not exist
   */
  AddressHandle createAh(AddressHandleAttributes attributes);

  /**
   * {@code ibv_create_ah_from_wc(3)}: creates the destination of a reply to a datagram (VE-22).
   *
   * @throws VerbsException like {@link VerbsContext#initAhFromWc}
   */
  default AddressHandle createAhFromWc(
      int port, WorkCompletionBatch batch, int index, MemorySegment globalRoute) {
    return createAh(verbs().initAhFromWc(port, batch, index, globalRoute));
  }

  /**
   * {@code ibv_create_qp(3)}, {@code ibv_create_qp_ex(3)}: creates a queue pair in {@link
   * QueuePairState#RESET} (VA-01 to VA-07).
   *
   * @throws VerbsException {@link VerbsErrno#EINVAL} if a queue is missing or of another context,
   *     or a limit of the device is exceeded; {@link VerbsErrno#EOPNOTSUPP} for an unsupported
   *     type; {@link VerbsErrno#ENOMEM} above {@link DeviceAttributes#maxQp()}; {@link
   *     VerbsErrno#EBUSY} for a second queue pair of type SMI or GSI
   */
  QueuePair createQp(QueuePairInit init);

  /**
   * {@code ibv_create_srq(3)}, {@code ibv_create_srq_ex(3)}.
   *
   * @throws VerbsException {@link VerbsErrno#EINVAL} if a limit of the device is exceeded; {@link
   *     VerbsErrno#EOPNOTSUPP} for XRC; {@link VerbsErrno#ENOMEM} above {@link
   *     DeviceAttributes#maxSrq()}
   */
  SharedReceiveQueue createSrq(SharedReceiveQueueInit init);
}
