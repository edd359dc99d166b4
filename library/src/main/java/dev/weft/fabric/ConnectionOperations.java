package dev.weft.fabric;

import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.EndpointType;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_cm(3)}: connects endpoints of type {@link EndpointType#MSG}, each to one peer.
 *
 * <pre>{@code
 * Endpoint.connect ----- FI_CONNREQ ----->  PassiveEndpoint: info with the request
 *                                           Domain.openEndpoint(info), bind
 * FI_CONNECTED  <---------------------      Endpoint.accept       FI_CONNECTED here as well
 *      or the failure FI_ECONNREFUSED  <--  PassiveEndpoint.reject
 * Endpoint.shutdown or close  -------->     FI_SHUTDOWN, here as well after shutdown
 * }</pre>
 *
 * <p>The event queue bound to the endpoint reports the results. The {@code data} of each method is
 * memory of any kind, free on return, null for none; it is truncated to {@link
 * EndpointOption#CM_DATA_SIZE}.
 *
 * <p>All throw a {@link FabricException}: {@link Errno#EOPNOTSUPP} on endpoints without
 * connections, {@link Errno#EINVAL} for invalid arguments; {@link #connect} and {@link #accept}
 * {@link Errno#EOPBADSTATE} if the endpoint has been connected before.
 */
public interface ConnectionOperations {

  /**
   * {@code fi_connect(3)}: requests a connection from the passive endpoint at an address, and
   * enables this endpoint. An endpoint connects once. The result is {@link EventType#CONNECTED}
   * with the data of the peer's accept, or a failure of this endpoint: {@link Errno#ECONNREFUSED}
   * if no endpoint listens there, or if the peer rejects, with the peer's data as error data;
   * {@link Errno#ETIMEDOUT} if the peer does not answer within {@link
   * EndpointOption#CONNECT_MILLIS}; {@link Errno#EMFILE}, {@link Errno#ENOSPC} or {@link
   * Errno#ENOMEM} if this process has no file descriptor, room or address space for the connection;
   * {@link Errno#ECONNABORTED} if the connection broke before this side knew of it. A peer that has
   * accepted and left gives {@link EventType#CONNECTED} and {@link EventType#SHUTDOWN}, and what it
   * sent is received.
   *
   * @param address as {@link PassiveEndpoint#name()} returns it
   */
  void connect(byte[] address, MemorySegment data);

  /**
   * {@code fi_accept(3)}: accepts the connection request in this endpoint's info, and enables the
   * endpoint. The result is {@link EventType#CONNECTED}, or the failure {@link Errno#ECONNABORTED}
   * if the requester is gone, or {@link Errno#EMFILE}, {@link Errno#ENOSPC} or {@link Errno#ENOMEM}
   * if this process has no file descriptor, room or address space for the connection, which is then
   * rejected.
   */
  void accept(MemorySegment data);

  /**
   * {@code fi_shutdown(3)}: ends the connection. On return pending operations have failed with
   * {@link Errno#ECANCELED}; completions written before stay readable. Both sides get {@link
   * EventType#SHUTDOWN}, once, also if both end the connection. Of the messages of a kind, tagged
   * or not, it receives those that were sent before the first one that failed, and none behind it
   * that it had not received before the end; so wait for the completions of sends before the
   * shutdown. Receives that are posted after the end take what has arrived, or fail at once.
   *
   * @param flags must be 0
   * @throws FabricException {@link Errno#ENOTCONN} if there is no connection, or its end was
   *     reported
   */
  void shutdown(long flags);

  /**
   * {@code fi_getpeer(3)}: the address of the peer. A fresh copy.
   *
   * @throws FabricException {@link Errno#ENOTCONN} before the connection is established
   */
  byte[] peer();

  /**
   * {@code fi_setname(3)}: sets the address of the endpoint, before it is enabled.
   *
   * @throws FabricException {@link Errno#EOPBADSTATE} once it is enabled
   */
  void name(byte[] address);

  /**
   * {@code fi_join(3)}: joins a multicast group, if the provider supports them.
   *
   * @throws FabricException {@link Errno#ENOSYS} if it does not
   */
  FabricObject join(byte[] address, long flags, Object context);
}
