package dev.weft.verbs;

import java.lang.foreign.MemorySegment;

/**
 * {@code struct ibv_pd}: keeps together what may work together: memory, queue pairs, shared receive
 * queues, address handles and windows. Any thread may call.
 */
public interface ProtectionDomain extends VerbsObject {

  /**
   * {@code ibv_reg_mr(3)}: lets the device use memory, which peers name by its address.
   *
   * @param memory outside the heap; must stay as it is until the region is closed
   * @param access {@link RegionAccess}
   * @throws VerbsException {@link VerbsErrno#EINVAL} for unknown bits, or remote writing or atomics
   *     without local writing; {@link VerbsErrno#ENOMEM} beyond the device's limits
   * @throws IllegalArgumentException of memory in the heap
   */
  MemoryRegion regMr(MemorySegment memory, int access);

  /**
   * {@code ibv_reg_mr_iova(3)}: the same, and peers name the first byte {@code address}.
   *
   * @throws VerbsException as of {@link #regMr(MemorySegment, int)}
   */
  MemoryRegion regMr(MemorySegment memory, long address, int access);

  /**
   * {@code ibv_alloc_mw(3)}: a window, not bound yet.
   *
   * @throws VerbsException {@link VerbsErrno#ENOMEM} above {@link DeviceAttributes#maxMw()}
   */
  MemoryWindow allocMw(MemoryWindowType type);

  /**
   * {@code ibv_create_ah(3)}: where datagrams shall go.
   *
   * @throws VerbsException {@link VerbsErrno#EINVAL} for a port or index that there is not
   */
  AddressHandle createAh(AddressHandleAttributes attributes);

  /**
   * {@code ibv_create_ah_from_wc(3)}: where the answer to a datagram shall go (VE-22).
   *
   * @throws VerbsException as of {@link VerbsContext#initAhFromWc}
   */
  default AddressHandle createAhFromWc(
      int port, WorkCompletionBatch batch, int index, MemorySegment globalRoute) {
    return createAh(verbs().initAhFromWc(port, batch, index, globalRoute));
  }

  /**
   * {@code ibv_create_qp(3)}, {@code ibv_create_qp_ex(3)}: a queue pair in {@link
   * QueuePairState#RESET} (VA-01 to VA-07).
   *
   * @throws VerbsException {@link VerbsErrno#EINVAL} if a queue is missing, of another context, or
   *     more is asked than the device has; {@link VerbsErrno#EOPNOTSUPP} for a type that it has not
   */
  QueuePair createQp(QueuePairInit init);

  /**
   * {@code ibv_create_srq(3)}, {@code ibv_create_srq_ex(3)}.
   *
   * @throws VerbsException {@link VerbsErrno#EINVAL} if more is asked than the device has
   */
  SharedReceiveQueue createSrq(SharedReceiveQueueInit init);
}
