package dev.weft.fabric;

import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;

/**
 * {@code fi_scalable_ep(3)}: one address with several transmit and receive contexts, each used like
 * an endpoint, with its own thread and its own queues.
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

  /** The attributes it was opened with, with all limits set. */
  FabricInfo info();

  /**
   * {@code fi_scalable_ep_bind(3)}: binds the address vector of all contexts.
   *
   * @param flags must be 0
   * @throws FabricException {@link Errno#EINVAL} if one is bound already, or it is of another
   *     domain
   */
  void bind(AddressVector vector, long flags);

  /**
   * {@code fi_enable(3)}: claims the address. Contexts are enabled separately, before or after.
   *
   * @throws FabricException {@link Errno#ENOAV} without an address vector
   */
  void enable();

  /**
   * {@code fi_getname(3)}: the address, which all contexts share. A fresh copy.
   *
   * @throws FabricException {@link Errno#EOPBADSTATE} if neither this nor a context is enabled
   */
  byte[] name();

  /**
   * {@code fi_tx_context(3)}: opens a transmit context: an endpoint that accepts no receives. It
   * must be closed before this.
   *
   * @param index from 0 up, below {@link EndpointAttributes#transmitContextCount()}
   * @param attributes null means those of {@link #info()}
   * @throws FabricException {@link Errno#EINVAL} for another index or for capabilities that this
   *     endpoint does not have, {@link Errno#EBUSY} if the context is open already
   */
  Endpoint openTransmitContext(int index, TransmitAttributes attributes, Object context);

  /**
   * {@link #openTransmitContext(int, TransmitAttributes, Object)} with the attributes of {@link
   * #info()}.
   */
  default Endpoint openTransmitContext(int index) {
    return openTransmitContext(index, null, null);
  }

  /**
   * {@code fi_rx_context(3)}: opens a receive context: an endpoint that sends nothing, and whose
   * memory peers may access. Messages and accesses that name no context go to context 0.
   *
   * @param index from 0 up, below {@link EndpointAttributes#receiveContextCount()}
   * @param attributes null means those of {@link #info()}
   * @throws FabricException as {@link #openTransmitContext(int, TransmitAttributes, Object)}
   */
  Endpoint openReceiveContext(int index, ReceiveAttributes attributes, Object context);

  /**
   * {@link #openReceiveContext(int, ReceiveAttributes, Object)} with the attributes of {@link
   * #info()}.
   */
  default Endpoint openReceiveContext(int index) {
    return openReceiveContext(index, null, null);
  }
}
