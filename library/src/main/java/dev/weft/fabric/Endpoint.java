package dev.weft.fabric;

/**
 * {@code struct fid_ep}, {@code fi_endpoint(3)}: where messages are sent from and received at.
 *
 * <pre>
 *   open -> bind(address vector), bind(completion queues) -> enable -> post operations -> close
 * </pre>
 *
 * <p>In a domain with {@link Threading#SAFE} any number of threads may post. An operation that was
 * accepted (0) completes exactly once, in the queue bound for its direction; one that was not
 * (negative) never does (EP-031).
 */
public interface Endpoint
    extends FabricObject,
        MessageOperations,
        TaggedOperations,
        RmaOperations,
        AtomicOperations,
        ConnectionOperations {

  /** What it was opened with, limits filled in. */
  FabricInfo info();

  /**
   * {@code fi_ep_bind(3)}: sends completions of one or both directions to a queue.
   *
   * @param flags {@link BindFlags#TRANSMIT}, {@link BindFlags#RECV} or both; with {@link
   *     BindFlags#SELECTIVE_COMPLETION} only operations that ask for a completion write one
   * @throws FabricException {@link Errno#EINVAL} where a direction has a queue already (EP-002) or
   *     the queue is null or of another domain, {@link Errno#EBADFLAGS} for other bits (EP-003),
   *     {@link Errno#EOPBADSTATE} after {@link #enable} (EP-004)
   */
  void bind(CompletionQueue queue, long flags);

  /**
   * {@code fi_ep_bind(3)}: counts operations, in addition to the queues (CN-005 to CN-008).
   *
   * @param flags any of {@link BindFlags#SEND}, RECV, READ, WRITE, REMOTE_READ, REMOTE_WRITE
   */
  void bind(Counter counter, long flags);

  /**
   * {@code fi_ep_bind(3)}: names the address vector whose handles this endpoint's operations use.
   *
   * @param flags must be 0
   */
  void bind(AddressVector vector, long flags);

  /**
   * {@code fi_ep_bind(3)}: names the event queue that tells of this endpoint's connection. Without
   * one it is the domain's, if that has one.
   *
   * @param flags must be 0
   */
  void bind(EventQueue queue, long flags);

  /**
   * {@code fi_ep_bind(3)}: takes receives from a context that other endpoints take from, too.
   *
   * @param flags must be 0
   * @throws FabricException {@link Errno#EINVAL} where the endpoint was not opened for a shared
   *     context, may do more than the context, or is one too many ({@link
   *     DomainAttributes#maxSharedReceiveEndpoints()})
   */
  void bind(SharedReceiveContext context, long flags);

  /** {@code fi_ep_bind(3)}: sends through a context that other endpoints send through, too. */
  void bind(SharedTransmitContext context, long flags);

  /**
   * {@code fi_enable(3)}: allows posting; sends of an endpoint with a connection only once that
   * stands.
   *
   * @throws FabricException {@link Errno#ENOCQ} where a direction in use has no completion queue,
   *     {@link Errno#ENOAV} without an address vector (EP-005), {@link Errno#ENOEQ} where an
   *     endpoint with a connection has no event queue
   */
  void enable();

  /** {@code fi_getname(3)}: the address that peers insert into their vectors. A fresh copy. */
  byte[] name();

  /**
   * {@code fi_cancel(3)}: asks that one pending operation with this context be given up. Where it
   * is, exactly one failed completion with {@link Errno#ECANCELED} says so (EP-043); an operation
   * that completes first has its normal entry only (EP-044).
   *
   * @return 0, also where no operation has this context (EP-046)
   */
  int cancel(long context);

  /** {@code fi_getopt(3)}. */
  long option(EndpointOption option);

  /** {@code fi_setopt(3)}: for operations posted from now on (EP-038). */
  void option(EndpointOption option, long value);

  /**
   * {@code fi_control(FI_GETOPSFLAG)}: the default operation flags of one direction.
   *
   * @param direction exactly one of {@link BindFlags#TRANSMIT} and {@link BindFlags#RECV}
   * @throws FabricException {@link Errno#EINVAL} for another direction (EP-015)
   */
  long operationFlags(long direction);

  /** {@code fi_control(FI_SETOPSFLAG)}: sets the default operation flags of one direction. */
  void operationFlags(long direction, long flags);

  /**
   * {@code fi_ep_alias(3)}: a second face of this endpoint that differs only in its default
   * operation flags. This endpoint cannot be closed before its aliases (EP-015).
   *
   * @param flags one of {@link BindFlags#TRANSMIT} and {@link BindFlags#RECV}, and the defaults
   */
  Endpoint alias(long flags);
}
