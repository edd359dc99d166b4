package dev.weft.fabric;

import dev.weft.argument.Require;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.MemoryRegionAttributes;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * {@code struct fid_domain}, {@code fi_domain(3)}: the resources that endpoints, completion queues,
 * counters, address vectors and memory regions share.
 *
 * <p>Which threads may use the domain's objects at the same time is the domain's threading model
 * ({@link DomainAttributes#threading()}): one at a time with {@link Threading#DOMAIN}, where a
 * domain with manual progress takes no lock; any with the others, which are served as {@link
 * Threading#SAFE}.
 */
public interface Domain extends FabricObject {

  /** The fabric that opened it. */
  Fabric fabric();

  /** {@code fi_domain_attr}: the attributes of the domain, with all limits set. */
  DomainAttributes attributes();

  /**
   * {@code fi_cq_open(3)}: opens a completion queue (CQ-001).
   *
   * @param attributes null means {@link CompletionQueueAttributes#defaults()} (CQ-013)
   * @param context belongs to the queue, never to an entry (CQ-002); may be null
   * @throws FabricException {@link Errno#EINVAL} for unknown flags (CQ-005), for {@link
   *     WaitObject#SET} without a wait set (WO-003)
   */
  CompletionQueue openCompletionQueue(CompletionQueueAttributes attributes, Object context);

  /** {@link #openCompletionQueue(CompletionQueueAttributes, Object)} with a null context. */
  default CompletionQueue openCompletionQueue(CompletionQueueAttributes attributes) {
    return openCompletionQueue(attributes, null);
  }

  /**
   * {@code fi_endpoint(3)}: opens an endpoint. It sends and receives once queues and an address
   * vector are bound and it is enabled; one of type {@link EndpointType#MSG} once an event queue is
   * bound in place of the vector, and it is connected.
   *
   * @throws FabricException with the errno if the domain cannot provide what {@code info} asks;
   *     {@link Errno#EINVAL} if {@link AddressVector#insert} would not accept its source address
   *     (GI-016)
   */
  Endpoint openEndpoint(FabricInfo info, Object context);

  /** {@link #openEndpoint(FabricInfo, Object)} with a null context. */
  default Endpoint openEndpoint(FabricInfo info) {
    return openEndpoint(info, null);
  }

  /**
   * {@code fi_domain_bind(3)}: sets the event queue of all endpoints that are bound to none.
   *
   * @param flags {@link BindFlags#REG_MR} to report registered memory there as well, or 0
   * @throws FabricException {@link Errno#EINVAL} if one is bound already
   */
  void bind(EventQueue queue, long flags);

  /**
   * {@code fi_srx_context(3)}: opens a receive context that endpoints share.
   *
   * @param attributes null means {@link ReceiveAttributes#defaults()}
   * @throws FabricException {@link Errno#EINVAL} for attributes beyond the limits of endpoints
   */
  SharedReceiveContext openSharedReceiveContext(ReceiveAttributes attributes, Object context);

  /** {@link #openSharedReceiveContext(ReceiveAttributes, Object)} with a null context. */
  default SharedReceiveContext openSharedReceiveContext(ReceiveAttributes attributes) {
    return openSharedReceiveContext(attributes, null);
  }

  /**
   * {@code fi_scalable_ep(3)}: opens an endpoint with several contexts of each direction.
   *
   * @param info returned by {@link Fabrics#getInfo(FabricInfo)} for the wanted {@link
   *     EndpointAttributes#transmitContextCount()} and receiveContextCount
   * @throws FabricException {@link Errno#EINVAL} for more than {@link
   *     DomainAttributes#maxEndpointTransmitContexts()} or maxEndpointReceiveContexts, {@link
   *     Errno#EOPNOTSUPP} for endpoints with a connection
   */
  ScalableEndpoint openScalableEndpoint(FabricInfo info, Object context);

  /** {@link #openScalableEndpoint(FabricInfo, Object)} with a null context. */
  default ScalableEndpoint openScalableEndpoint(FabricInfo info) {
    return openScalableEndpoint(info, null);
  }

  /**
   * {@code fi_stx_context(3)}: opens a transmit context that endpoints share.
   *
   * @param attributes null means {@link TransmitAttributes#defaults()}
   */
  SharedTransmitContext openSharedTransmitContext(TransmitAttributes attributes, Object context);

  /** {@link #openSharedTransmitContext(TransmitAttributes, Object)} with a null context. */
  default SharedTransmitContext openSharedTransmitContext(TransmitAttributes attributes) {
    return openSharedTransmitContext(attributes, null);
  }

  /** {@code fi_av_open(3)}: opens an address vector, which maps peer addresses to handles. */
  AddressVector openAddressVector(AddressVectorAttributes attributes, Object context);

  /** {@link #openAddressVector(AddressVectorAttributes, Object)} with a null context. */
  default AddressVector openAddressVector(AddressVectorAttributes attributes) {
    return openAddressVector(attributes, null);
  }

  /** {@code fi_cntr_open(3)}: opens a counter of completed operations (CN-001). */
  Counter openCounter(CounterAttributes attributes, Object context);

  /** {@link #openCounter(CounterAttributes, Object)} with a null context. */
  default Counter openCounter(CounterAttributes attributes) {
    return openCounter(attributes, null);
  }

  /**
   * {@code fi_poll_open(3)}: opens a poll set, which progresses many queues and counters with one
   * call and returns those with events (PS-001).
   *
   * @throws FabricException {@link Errno#EINVAL} for flags other than 0
   */
  PollSet openPollSet(PollSetAttributes attributes, Object context);

  /** {@link #openPollSet(PollSetAttributes, Object)} with a null context. */
  default PollSet openPollSet(PollSetAttributes attributes) {
    return openPollSet(attributes, null);
  }

  /**
   * {@code fi_mr_reg(3)}: registers memory, so that the domain's endpoints may use it and, as far
   * as {@code access} allows, peers may read and write it.
   *
   * @param buffer native memory that any thread may access, alive until the region is closed
   * @param access bits of {@link AccessFlags}; of read-only memory at most {@code SEND}, {@code
   *     WRITE} and {@code REMOTE_READ}
   * @param requestedKey the key that peers use; must be free in this domain
   * @throws FabricException {@link Errno#ENOKEY} if the key is in use (EP-056), {@link
   *     Errno#EBADFLAGS} for unknown access bits, {@link Errno#EACCES} if the memory is read-only
   *     and a use would change it
   */
  MemoryRegion register(MemorySegment buffer, long access, long requestedKey, Object context);

  /** {@link #register(MemorySegment, long, long, Object)} with a null context. */
  default MemoryRegion register(MemorySegment buffer, long access, long requestedKey) {
    return register(buffer, access, requestedKey, null);
  }

  /**
   * {@code fi_mr_regattr(3)}: registers memory as {@link #register(MemorySegment, long, long,
   * Object)} does.
   *
   * @param attributes of one segment, as {@link DomainAttributes#memoryIoVectorLimit()} says
   * @throws FabricException {@link Errno#EINVAL} for another number of segments, or an offset, and
   *     what the other form throws
   */
  default MemoryRegion register(MemoryRegionAttributes attributes) {
    List<MemorySegment> segments = Require.notNull("attributes", attributes).segments();
    if (segments.size() != 1 || attributes.offset() != 0) {
      throw new FabricException(
          Errno.EINVAL,
          "fi_mr_regattr",
          "segments=" + segments.size() + ", offset=" + attributes.offset(),
          "Allowed: one segment, offset 0");
    }
    return register(
        segments.getFirst(), attributes.access(), attributes.requestedKey(), attributes.context());
  }

  /**
   * {@code fi_query_atomic(3)}: how many elements of a datatype an atomic operation takes (EP-055).
   *
   * @param flags 0, {@link AtomicAttributes#FETCH_ATOMIC} or {@link
   *     AtomicAttributes#COMPARE_ATOMIC}: the functions to query
   * @throws FabricException {@link Errno#EOPNOTSUPP} if they do not support the operation for the
   *     datatype, {@link Errno#EBADFLAGS} for other flags
   */
  AtomicAttributes queryAtomic(DataType type, AtomicOperation operation, long flags);

  /**
   * Allocates zeroed memory, aligned to a cache line, for transfers with the fewest copies. Over
   * {@code shm} other processes can map it: long messages from it are copied once, and peers access
   * its registered regions without help of this process. The memory lives as long as it is
   * reachable. No C counterpart.
   *
   * @param bytes 1 or more
   * @throws FabricException {@link Errno#ENOMEM} or {@link Errno#ENOSPC} if there is no room
   * @throws IllegalStateException if the domain is closed
   */
  MemorySegment allocate(long bytes);
}
