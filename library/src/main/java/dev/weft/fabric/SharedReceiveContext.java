package dev.weft.fabric;

import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.Threading;

/**
 * {@code fi_srx_context(3)}: a receive queue that several endpoints share.
 *
 * <p>A receive is posted here and completes in the completion queue of the endpoint whose message
 * takes it. Endpoints whose {@link EndpointAttributes#receiveContextCount()} is {@link
 * EndpointAttributes#SHARED_CONTEXT} are bound to it ({@link Endpoint#bind(SharedReceiveContext,
 * long)}) and accept no receives of their own. Messages that arrived at different endpoints before
 * a receive was posted are taken in any order. A tagged receive that asks to peek, claim or discard
 * is refused with {@code -}{@link Errno#EOPNOTSUPP}.
 *
 * <p>In a domain with {@link Threading#SAFE} any thread may call any method.
 */
public interface SharedReceiveContext
    extends FabricObject, MessageReceiveOperations, TaggedReceiveOperations {

  /** The attributes it was opened with, with all limits set. */
  ReceiveAttributes attributes();

  /**
   * {@code fi_cancel(3)}: cancels one receive with this context. One of the bound endpoints, if
   * there is any, reports it.
   *
   * @return 0; {@code -}{@link Errno#EAGAIN} if that endpoint's queue is full; {@code -}{@link
   *     Errno#ENOCQ} from libfabric if no endpoint could report it, and the receive stays posted
   */
  int cancel(long context);
}
