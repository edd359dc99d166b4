package dev.weft.verbs;

import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.attributes.PortAttributes;
import dev.weft.verbs.attributes.RealTimeValues;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SelectableChannel;

/**
 * {@code struct ibv_context}: an open device. Any thread may call.
 *
 * <p>{@link #close} fails with {@link VerbsErrno#EBUSY} while the context contains objects.
 */
public interface VerbsContext extends AutoCloseable {

  /** The device. */
  Device device();

  /**
   * {@code ibv_query_device(3)}, {@code ibv_query_device_ex(3)}: the limits, each of them enforced.
   */
  DeviceAttributes queryDevice();

  /**
   * {@code ibv_query_port(3)}.
   *
   * @param port 1 to {@link DeviceAttributes#physicalPorts()}
   * @throws VerbsException {@link VerbsErrno#EINVAL} if there is no such port
   */
  PortAttributes queryPort(int port);

  /**
   * {@code ibv_query_gid(3)}.
   *
   * @param index 0 to below {@link PortAttributes#gidTableLength()}
   * @throws VerbsException {@link VerbsErrno#EINVAL} if there is no such port or entry
   */
  Gid queryGid(int port, int index);

  /**
   * {@code ibv_query_pkey(3)}: 16 bits, in host order.
   *
   * @param index 0 to below {@link PortAttributes#pkeyTableLength()}
   * @throws VerbsException {@link VerbsErrno#EINVAL} if there is no such port or entry
   */
  int queryPkey(int port, int index);

  /**
   * {@code ibv_query_rt_values_ex(3)}: the device's clock now (VT-11).
   *
   * @param mask {@link RealTimeValues#RAW_CLOCK}
   * @throws VerbsException {@link VerbsErrno#EINVAL} for other bits
   */
  RealTimeValues queryRtValues(int mask);

  /** {@code num_comp_vectors}: completion vectors are 0 to below this (VC-06). */
  int completionVectors();

  /**
   * {@code ibv_create_cq(3)} (VC-01 to VC-12).
   *
   * @param cqe minimum capacity in entries, 1 to {@link DeviceAttributes#maxCqe()}, which is
   *     1,048,575 for {@code loopback0} and {@code shm0}
   * @param context returned by {@link CompletionQueue#context()}; may be null
   * @param channel the channel of its events, or null for a queue that is only polled
   * @param completionVector 0 to below {@link #completionVectors()}
   * @throws VerbsException {@link VerbsErrno#EINVAL} if an argument is out of range; {@link
   *     VerbsErrno#ENOMEM} above {@link DeviceAttributes#maxCq()}
   */
  CompletionQueue createCq(
      int cqe, Object context, CompletionChannel channel, int completionVector);

  /**
   * {@code ibv_create_cq_ex(3)} (VX-01 to VX-11).
   *
   * @throws VerbsException {@link VerbsErrno#EINVAL} if an argument is out of range, or for an
   *     unknown bit of {@code flags}; {@link VerbsErrno#EOPNOTSUPP} for an unknown or unsupported
   *     bit of {@code comp_mask} and {@code wc_flags}; {@link VerbsErrno#ENOMEM} if the allocator
   *     returned null, or above {@link DeviceAttributes#maxCq()}
   * @throws IllegalArgumentException if not every thread may write to memory of the allocator
   */
  ExtendedCompletionQueue createCqEx(CompletionQueueInit init);

  /** {@code ibv_create_comp_channel(3)}: creates a blocking channel (VN-17). */
  CompletionChannel createCompletionChannel();

  /**
   * {@code ibv_alloc_pd(3)}.
   *
   * @throws VerbsException {@link VerbsErrno#ENOMEM} above {@link DeviceAttributes#maxPd()}
   */
  ProtectionDomain allocPd();

  /** {@code ibv_alloc_td(3)}: declares that one thread at a time uses its objects (VX-19). */
  ThreadDomain allocTd();

  /**
   * {@code ibv_alloc_parent_domain(3)} (VX-12 to VX-18).
   *
   * @throws VerbsException {@link VerbsErrno#EINVAL} without a domain, or for unknown mask bits
   */
  ParentDomain allocParentDomain(ParentDomainInit init);

  /**
   * Allocate Reliable Datagram Domain of the InfiniBand architecture, an extension (VE-20).
   *
   * @throws VerbsException {@link VerbsErrno#ENOMEM} above {@link DeviceAttributes#maxRdd()}
   */
  ReliableDatagramDomain allocReliableDatagramDomain();

  /**
   * {@code ibv_get_async_event(3)}: takes the oldest event of the device and its queue pairs,
   * completion queues and shared receive queues. The caller must acknowledge each event.
   *
   * @param event receives the event; unchanged on failure
   * @return 0; {@link VerbsErrno#EAGAIN} if there is none and the context does not block; {@link
   *     VerbsErrno#EINTR} if the thread was interrupted; {@link VerbsErrno#EIO} if the context was
   *     closed
   */
  int getAsyncEvent(AsyncEvent event);

  /**
   * {@code ibv_ack_async_event(3)}: acknowledges an event, once for each event. Destroying the
   * event's element waits for it.
   *
   * @throws IllegalArgumentException if the event was not taken from this context, or was
   *     acknowledged already
   */
  void ackAsyncEvent(AsyncEvent event);

  /** {@code fcntl(context->async_fd)}: whether {@link #getAsyncEvent} blocks; the default. */
  void asyncBlocking(boolean blocking);

  /** {@code async_fd}: readable exactly while an event is queued. Never read or close it. */
  SelectableChannel asyncChannel();

  /**
   * {@code async_fd} as in C: the number of a file descriptor, with the meaning, life and errors of
   * {@link CompletionChannel#descriptor}.
   */
  int asyncDescriptor();

  /**
   * Set Completion Event Handler (VH-01 to VH-09): sets the handler for completion queues without a
   * channel. Replaces the previous handler; for events before that it may still start once more.
   *
   * @param handler or null for none
   */
  void completionEventHandler(CompletionEventHandler handler);

  /**
   * {@code ibv_init_ah_from_wc(3)}: the path of a reply to a datagram (VE-22).
   *
   * @param port the port where the datagram arrived
   * @param batch holds the completion
   * @param index index of the completion in the batch
   * @param globalRoute the first 40 bytes of the receive's buffers; read only if {@link
   *     WcFlags#GRH} is set
   * @throws VerbsException {@link VerbsErrno#EINVAL} if there is no such port
   */
  AddressHandleAttributes initAhFromWc(
      int port, WorkCompletionBatch batch, int index, MemorySegment globalRoute);

  /** Whether {@link #close()} has succeeded. */
  boolean isClosed();

  /**
   * {@code ibv_close_device(3)}.
   *
   * @throws VerbsException {@link VerbsErrno#EBUSY} while the context contains objects
   */
  @Override
  void close();
}
