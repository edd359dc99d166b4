package dev.weft.verbs;

import java.lang.foreign.MemorySegment;

/**
 * {@code alloc} and {@code free} of {@code struct ibv_parent_domain_init_attr}: allocates the
 * memory of queues (VX-15 to VX-17). A completion queue of the software device writes its entries
 * there as {@code struct ibv_wc}, in circular order.
 */
public interface QueueAllocator {

  /** {@code IBV_ALLOCATOR_USE_DEFAULT}: the device allocates the memory. */
  MemorySegment USE_DEFAULT = MemorySegment.ofAddress(-1L);

  /** Resource type: the entries of a completion queue. */
  long COMPLETION_QUEUE = 1;

  /** Resource type: the work queues of a queue pair. */
  long QUEUE_PAIR = 2;

  /** Resource type: a shared receive queue. */
  long SHARED_RECEIVE_QUEUE = 3;

  /**
   * {@code alloc}: called when the object is created or resized.
   *
   * @param domain {@code pd}: the parent domain of this allocator
   * @param context {@code pd_context}: null unless its mask bit was set
   * @param size bytes
   * @param alignment bytes, a power of two
   * @param resourceType the resource type
   * @return native memory of at least this size, to which every thread may write, until it is
   *     freed; {@link #USE_DEFAULT}; or null, which makes the creation fail. Memory of a confined
   *     arena, of the heap, closed or read-only memory is freed and refused with an
   *     IllegalArgumentException
   */
  MemorySegment allocate(
      ParentDomain domain, Object context, long size, long alignment, long resourceType);

  /** {@code free}: called once for each successful {@link #allocate}. */
  void free(ParentDomain domain, Object context, MemorySegment memory, long resourceType);
}
