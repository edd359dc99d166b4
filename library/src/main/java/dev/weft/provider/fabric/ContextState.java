package dev.weft.provider.fabric;

import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.nic.message.ContextAddress;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.check.EndpointRights;
import dev.weft.provider.fabric.endpoint.EndpointState;
import dev.weft.provider.fabric.endpoint.SoftwareAddressVector;
import dev.weft.provider.fabric.queue.SoftwareCompletionQueue;
import java.nio.charset.StandardCharsets;

/**
 * {@code fi_tx_context(3)}, {@code fi_rx_context(3)}: the state of one context of a scalable
 * endpoint, with its own port.
 */
public final class ContextState extends EndpointState {
  private final SoftwareScalableEndpoint whole;
  private final ObjectClass kind;
  private final int index;

  /**
   * @param kind TX_CTX or RX_CTX
   */
  ContextState(SoftwareScalableEndpoint whole, ObjectClass kind, int index, FabricInfo info) {
    super(whole.domain(), info, rights(kind, info));
    this.whole = whole;
    this.kind = kind;
    this.index = index;
  }

  private static EndpointRights rights(ObjectClass kind, FabricInfo info) {
    return kind == ObjectClass.TX_CTX
        ? EndpointRights.ofTransmitContext(info)
        : EndpointRights.ofReceiveContext(info);
  }

  @Override
  public ObjectClass objectClass() {
    return kind;
  }

  @Override
  protected long incarnation() {
    return whole.incarnation();
  }

  @Override
  public boolean mayPostSends() {
    return kind == ObjectClass.TX_CTX;
  }

  @Override
  public boolean mayPostReceives() {
    return kind == ObjectClass.RX_CTX;
  }

  @Override
  public String name() {
    return whole.address();
  }

  @Override
  public void bind(SoftwareAddressVector own) {
    throw AttributeChecks.invalid(
        "fi_ep_bind", "this is a " + kind, "Bind the vector to the scalable endpoint");
  }

  @Override
  public void bind(SoftwareCompletionQueue queue, long flags) {
    long other = mayPostSends() ? BindFlags.RECV : BindFlags.TRANSMIT;
    if ((flags & other) != 0) {
      throw AttributeChecks.invalid(
          "fi_ep_bind",
          "flags=" + BindFlags.describe(flags) + " of a " + kind,
          "Bind its own direction");
    }
    super.bind(queue, flags);
  }

  @Override
  public void enable() {
    if (!hasVector() && whole.vector() != null) {
      super.bind(whole.vector());
    }
    requirePeers();
    String address = whole.address();
    String own =
        mayPostSends()
            ? ContextAddress.transmit(address, index)
            : ContextAddress.receive(address, index);
    sourceAddress(own.getBytes(StandardCharsets.UTF_8));
    super.enable();
  }

  @Override
  public void release() {
    super.release();
    whole.left(kind, index);
  }
}
