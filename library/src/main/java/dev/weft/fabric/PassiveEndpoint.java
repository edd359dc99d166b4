package dev.weft.fabric;

import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fid_pep}, {@code fi_passive_ep(3)}: listens at an address for connection requests.
 *
 * <pre>{@code
 * open -> bind(event queue) -> listen -> FI_CONNREQ: accept by a new endpoint, or reject -> close
 * }</pre>
 *
 * <p>Any thread may call any method. Closing it rejects all unanswered requests.
 */
public interface PassiveEndpoint extends FabricObject {

  /** The info it was opened with. */
  FabricInfo info();

  /**
   * {@code fi_pep_bind(3)}: binds the queue that reports requests.
   *
   * @param flags must be 0
   * @throws FabricException {@link Errno#EINVAL} if one is bound already, {@link Errno#EOPBADSTATE}
   *     after {@link #listen}
   */
  void bind(EventQueue queue, long flags);

  /**
   * {@code fi_listen(3)}: starts to accept requests. Each request is reported as {@link
   * EventType#CONNREQ}.
   *
   * @throws FabricException {@link Errno#ENOEQ} without an event queue, {@link Errno#EADDRINUSE} if
   *     another endpoint listens at the address
   */
  void listen();

  /**
   * {@code fi_reject(3)}: rejects a request.
   *
   * @param handle {@link FabricInfo#handle()} of the request's info
   * @param data the error data of the peer's failure, of any memory; null for none
   * @throws FabricException {@link Errno#EINVAL} if it is not an unanswered request to this
   *     endpoint
   */
  void reject(FabricObject handle, MemorySegment data);

  /** {@code fi_getname(3)}: the address to connect to. A fresh copy. */
  byte[] name();

  /**
   * {@code fi_setname(3)}: sets the address to listen at.
   *
   * @throws FabricException {@link Errno#EOPBADSTATE} after {@link #listen}
   */
  void name(byte[] address);

  /**
   * {@code fi_getopt(3)}: {@link EndpointOption#CM_DATA_SIZE}.
   *
   * @throws FabricException {@link Errno#ENOPROTOOPT} for other options
   */
  long option(EndpointOption option);
}
