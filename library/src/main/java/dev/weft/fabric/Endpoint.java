package dev.weft.fabric;

import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.message.OperationFlags;

/**
 * {@code struct fid_ep}, {@code fi_endpoint(3)}: sends and receives messages, and accesses the
 * memory of peers.
 *
 * <pre>
 *   open -> bind(address vector), bind(completion queues) -> enable -> post operations -> close
 * </pre>
 *
 * <p>In a domain with {@link Threading#SAFE} any number of threads may post. An operation that was
 * accepted (0) completes exactly once, in the queue bound for its direction; one that was not
 * (negative) never does (EP-031). Closing the endpoint ends pending operations without entries
 * (EP-061).
 */
public interface Endpoint
    extends FabricObject,
        MessageOperations,
        TaggedOperations,
        RmaOperations,
        AtomicOperations,
        ConnectionOperations {

  /** The attributes it was opened with, with all limits set. */
  FabricInfo info();

  /**
   * {@code fi_ep_bind(3)}: sends completions of one or both directions to a queue.
   *
   * @param flags {@link BindFlags#TRANSMIT}, {@link BindFlags#RECV} or both; with {@link
   *     BindFlags#SELECTIVE_COMPLETION} only operations that ask for a completion write one
   * @throws FabricException {@link Errno#EINVAL} if a direction has a queue already (EP-002) or the
   *     queue is null or of another domain, {@link Errno#EBADFLAGS} for other bits (EP-003), {@link
   *     Errno#EOPBADSTATE} after {@link #enable} (EP-004), {@link Errno#EMFILE} if the queue was
   *     opened with {@code POLLFD} and the process has no file descriptor left; nothing is bound
   *     then
   */
  void bind(CompletionQueue queue, long flags);

  /**
   * {@code fi_ep_bind(3)}: counts operations, in addition to the queues (CN-005 to CN-008).
   *
   * @param flags any of {@link BindFlags#SEND}, RECV, READ, WRITE, REMOTE_READ, REMOTE_WRITE
   * @throws FabricException as {@link #bind(CompletionQueue, long)}
   */
  void bind(Counter counter, long flags);

  /**
   * {@code fi_ep_bind(3)}: binds the address vector whose handles operations use.
   *
   * @param flags must be 0
   * @throws FabricException as {@link #bind(CompletionQueue, long)}
   */
  void bind(AddressVector vector, long flags);

  /**
   * {@code fi_ep_bind(3)}: binds the event queue that reports connection events. The default is the
   * event queue of the domain.
   *
   * @param flags must be 0
   */
  void bind(EventQueue queue, long flags);

  /**
   * {@code fi_ep_bind(3)}: takes receives from a context that several endpoints share.
   *
   * @param flags must be 0
   * @throws FabricException {@link Errno#EINVAL} if the endpoint was not opened for a shared
   *     context, has capabilities that the context lacks, or is one too many ({@link
   *     DomainAttributes#maxSharedReceiveEndpoints()})
   */
  void bind(SharedReceiveContext context, long flags);

  /** {@code fi_ep_bind(3)}: sends through a context that several endpoints share. */
  void bind(SharedTransmitContext context, long flags);

  /**
   * {@code fi_enable(3)}: allows posting. A connected endpoint can send only once its connection is
   * established.
   *
   * @throws FabricException {@link Errno#ENOCQ} if a direction in use has no completion queue,
   *     {@link Errno#ENOAV} without an address vector (EP-005), {@link Errno#ENOEQ} if a connected
   *     endpoint has no event queue, {@link Errno#EOPBADSTATE} without a shared context that its
   *     info asks for, {@link Errno#EADDRINUSE} if another endpoint has its address; over {@code
   *     shm} also {@link Errno#EMFILE}, {@link Errno#ENOSPC} and others of the folder. An endpoint
   *     of libfabric is closed if it is refused
   */
  void enable();

  /**
   * {@code fi_getname(3)}: the address that peers insert into their vectors. A fresh copy.
   *
   * @throws FabricException {@link Errno#EOPBADSTATE} before {@link #enable}
   */
  byte[] name();

  /**
   * {@code fi_cancel(3)}: cancels one pending operation with this context. If it is cancelled,
   * exactly one failed completion with {@link Errno#ECANCELED} reports it (EP-043); an operation
   * that completes first has its normal entry only (EP-044). An operation without context, 0,
   * cannot be cancelled (EP-045).
   *
   * <p>A provider of libfabric may answer differently: it cancels operations without context, too,
   * as each has one in C; where nothing can be cancelled {@code ofi:sockets} returns {@code
   * -}{@link Errno#ENOENT} for an operation that has completed, {@code ofi:udp} of type DGRAM
   * always {@code -}{@link Errno#ENOSYS}.
   *
   * @return 0, also if no operation has this context (EP-046), or {@code -}{@link Errno#EAGAIN} if
   *     its queue has no room for the failed completion: read the queue and call again (EP-045);
   *     from libfabric also for a receive that takes a message at the moment
   */
  int cancel(long context);

  /**
   * Specific to Weft: posts an operation that takes no message and ends when a peer is gone, always
   * with an error: {@link Errno#ECONNRESET} once the peer's endpoint was closed or its process has
   * ended, {@link Errno#EPROTO} if it violated the protocol, and at once {@link Errno#EHOSTUNREACH}
   * if no endpoint has its address, or ECONNRESET just after its end (PE-006 to PE-009). Messages
   * that the peer had sent before are matched first; they can also be received afterwards.
   *
   * <p>Posting connects to the peer, as a send does. The operation belongs to the peer as it is
   * then: it ends even if another one has started with the same address, which needs a new post. It
   * takes the place of a posted receive, writes one entry to the queue for receives without flags,
   * is not counted, and can be cancelled.
   *
   * @param peer a handle of the address vector
   * @return 0; {@code -}{@link Errno#EAGAIN}: no room; {@code -}{@link Errno#EINVAL}: the handle
   *     names no peer; others as for sends
   * @throws FabricException {@link Errno#EOPNOTSUPP} if the provider does not report the end of
   *     peers, or the endpoint is of type MSG: its event queue reports {@code FI_SHUTDOWN}
   */
  default int watchPeer(long peer, long context) {
    throw new FabricException(
        Errno.EOPNOTSUPP,
        "watchPeer",
        "the provider does not report the end of peers",
        "Use an endpoint of type MSG, whose event queue reports FI_SHUTDOWN");
  }

  /**
   * {@code fi_getopt(3)}: the value of an option, in the unit that the option says.
   *
   * @throws FabricException {@link Errno#ENOPROTOOPT} if the endpoint has no such option
   */
  long option(EndpointOption option);

  /**
   * {@code fi_setopt(3)}: sets an option for operations posted from now on (EP-038).
   *
   * @throws FabricException {@link Errno#ENOPROTOOPT} if the option is not there or cannot be set,
   *     {@link Errno#EINVAL} for a value that it does not allow
   */
  void option(EndpointOption option, long value);

  /**
   * {@code fi_control(FI_GETOPSFLAG)}: the default operation flags of one direction.
   *
   * @param direction exactly one of {@link BindFlags#TRANSMIT} and {@link BindFlags#RECV}
   * @throws FabricException {@link Errno#EINVAL} for another direction (EP-015)
   */
  long operationFlags(long direction);

  /**
   * {@code fi_control(FI_SETOPSFLAG)}: sets the default operation flags of one direction.
   *
   * @throws FabricException {@link Errno#EINVAL} for another direction, or flags that cannot be
   *     defaults here; of some libfabric providers {@link Errno#ENOSYS}
   */
  void operationFlags(long direction, long flags);

  /**
   * {@code fi_ep_alias(3)}: an alias of this endpoint with default operation flags of its own. This
   * endpoint cannot be closed before its aliases (EP-015).
   *
   * <p>{@link OperationFlags#TRIGGER} cannot be a default, as it can in C: the calls that take the
   * defaults have no {@code struct fi_triggered_context}. Pass it to calls with flags.
   *
   * @param flags one of {@link BindFlags#TRANSMIT} and {@link BindFlags#RECV}, and the defaults
   */
  Endpoint alias(long flags);
}
