package dev.weft.fabric;

import java.lang.foreign.MemorySegment;

/**
 * {@code fi_cm(3)}: connects endpoints of type {@link EndpointType#MSG}, each to one peer.
 *
 * <pre>{@code
 * Endpoint.connect ----- FI_CONNREQ ----->  PassiveEndpoint: info with the request
 *                                           Domain.openEndpoint(info), bind
 * FI_CONNECTED  <---------------------      Endpoint.accept       FI_CONNECTED here as well
 *      or the failure FI_ECONNREFUSED  <--  PassiveEndpoint.reject
 * Endpoint.shutdown or close  -------->     FI_SHUTDOWN
 * }</pre>
 *
 * <p>What these methods lead to is told by the event queue that is bound to the endpoint. The
 * {@code data} of each is memory of any kind, free on return, null for none; what is longer than
 * {@link EndpointOption#CM_DATA_SIZE} is cut off there.
 *
 * <p>All throw a {@link FabricException}: {@link Errno#EOPNOTSUPP} on endpoints without
 * connections, {@link Errno#EOPBADSTATE} where the endpoint has been connected before, {@link
 * Errno#EINVAL} for what cannot be meant.
 */
public interface ConnectionOperations {

  /**
   * {@code fi_connect(3)}: asks the passive endpoint at an address for a connection, once in an
   * endpoint's life; enables the endpoint. Leads to {@link EventType#CONNECTED} with the data of
   * the peer's accept, or to a failure of this endpoint: {@link Errno#ECONNREFUSED} where nobody
   * listens or the peer has refused, whose data are the error data; {@link Errno#ETIMEDOUT} where
   * the peer has not answered for {@link EndpointOption#CONNECT_MILLIS}.
   *
   * @param address as {@link PassiveEndpoint#name()} gives it
   */
  void connect(byte[] address, MemorySegment data);

  /**
   * {@code fi_accept(3)}: takes the connection that the request in this endpoint's info asks for;
   * enables the endpoint. Leads to {@link EventType#CONNECTED}, or to the failure {@link
   * Errno#ECONNABORTED} where who asked is gone.
   */
  void accept(MemorySegment data);

  /**
   * {@code fi_shutdown(3)}: ends the connection. Operations that are under way have failed with
   * {@link Errno#ECANCELED} on return; completions written before stay where they are. The peer
   * gets {@link EventType#SHUTDOWN}.
   *
   * @param flags must be 0
   * @throws FabricException {@link Errno#ENOTCONN} where there is no connection
   */
  void shutdown(long flags);

  /**
   * {@code fi_getpeer(3)}: the address of the peer. A fresh copy.
   *
   * @throws FabricException {@link Errno#ENOTCONN} before the connection stands
   */
  byte[] peer();

  /**
   * {@code fi_setname(3)}: says where the endpoint shall be, before it is enabled.
   *
   * @throws FabricException {@link Errno#EOPBADSTATE} once it is enabled
   */
  void name(byte[] address);

  /**
   * {@code fi_join(3)}: joins a multicast group, where the provider has such.
   *
   * @throws FabricException {@link Errno#ENOSYS} where it has not
   */
  FabricObject join(byte[] address, long flags, Object context);
}
