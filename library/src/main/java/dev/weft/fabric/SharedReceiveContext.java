package dev.weft.fabric;

/**
 * {@code fi_srx_context(3)}: receives that several endpoints take from.
 *
 * <p>A receive is posted here and completes in the receive queue of whichever endpoint's message
 * takes it. Endpoints whose {@link EndpointAttributes#receiveContextCount()} is {@link
 * EndpointAttributes#SHARED_CONTEXT} are bound to it ({@link Endpoint#bind(SharedReceiveContext,
 * long)}) and accept no receives of their own.
 *
 * <p>In a domain with {@link Threading#SAFE} any thread may call any method.
 */
public interface SharedReceiveContext
    extends FabricObject, MessageReceiveOperations, TaggedReceiveOperations {

  /** What it was opened with, limits filled in. */
  ReceiveAttributes attributes();

  /**
   * {@code fi_cancel(3)}: gives up one receive with this context. One of the endpoints tells of it,
   * where any is bound.
   *
   * @return 0, or {@code -}{@link Errno#EAGAIN} where that endpoint's queue is full
   */
  int cancel(long context);
}
