package dev.weft.fabric;

/**
 * {@code fi_scalable_ep(3)}: one address with several transmit and receive contexts, each of which
 * is used like an endpoint, by a thread of its own and with queues of its own.
 *
 * <pre>
 *   open -> bind(address vector) -> open contexts, bind their queues, enable them -> enable
 *
 *   sender: transmit context --- FabricAddress.receiveContext(peer, 2, bits) ---> receive context 2
 *                            --- peer --------------------------------------> receive context 0
 * </pre>
 *
 * <p>Any thread may call any method.
 */
public interface ScalableEndpoint extends FabricObject {

  /** What it was opened with, limits filled in. */
  FabricInfo info();

  /**
   * {@code fi_scalable_ep_bind(3)}: names the address vector of all contexts.
   *
   * @param flags must be 0
   * @throws FabricException {@link Errno#EINVAL} where one is bound already, or it is of another
   *     domain
   */
  void bind(AddressVector vector, long flags);

  /**
   * {@code fi_enable(3)}: takes the address. Contexts are enabled by themselves, before or after.
   *
   * @throws FabricException {@link Errno#ENOAV} without an address vector
   */
  void enable();

  /**
   * {@code fi_getname(3)}: the address, which all contexts share. A fresh copy.
   *
   * @throws FabricException {@link Errno#EOPBADSTATE} where neither this nor a context is enabled
   */
  byte[] name();

  /**
   * {@code fi_tx_context(3)}: opens a transmit context: an endpoint that accepts no receives. It
   * must be closed before this.
   *
   * @param index from 0 up, below {@link EndpointAttributes#transmitContextCount()}
   * @param attributes null means those of {@link #info()}
   * @throws FabricException {@link Errno#EINVAL} for another index or for capabilities that this
   *     endpoint does not have, {@link Errno#EBUSY} where the context is open already
   */
  Endpoint openTransmitContext(int index, TransmitAttributes attributes, Object context);

  /** {@link #openTransmitContext(int, TransmitAttributes, Object)} such as the endpoint is. */
  default Endpoint openTransmitContext(int index) {
    return openTransmitContext(index, null, null);
  }

  /**
   * {@code fi_rx_context(3)}: opens a receive context: an endpoint that sends nothing, and whose
   * memory peers may access. Messages and accesses to no context in particular go to number 0.
   *
   * @param index from 0 up, below {@link EndpointAttributes#receiveContextCount()}
   * @param attributes null means those of {@link #info()}
   * @throws FabricException as {@link #openTransmitContext(int, TransmitAttributes, Object)}
   */
  Endpoint openReceiveContext(int index, ReceiveAttributes attributes, Object context);

  /** {@link #openReceiveContext(int, ReceiveAttributes, Object)} such as the endpoint is. */
  default Endpoint openReceiveContext(int index) {
    return openReceiveContext(index, null, null);
  }
}
