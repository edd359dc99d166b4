package dev.weft.provider.fabric;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.BindFlags;
import java.lang.foreign.MemorySegment;

/** {@code fi_ep_alias(3)}: an alias of an endpoint, with default flags of its own. */
public final class EndpointAlias extends AbstractEndpoint {
  private final AbstractEndpoint parent;

  EndpointAlias(AbstractEndpoint parent, long flags) {
    super(parent.state, parent.context());
    long direction = flags & (BindFlags.TRANSMIT | BindFlags.RECV);
    sendFlags = parent.sendFlags;
    receiveFlags = parent.receiveFlags;
    defaults("fi_ep_alias", direction, flags & ~direction);
    this.parent = parent;
    dependOn(parent);
  }

  @Override
  public void bind(CompletionQueue queue, long flags) {
    parent.bind(queue, flags);
  }

  @Override
  public void bind(Counter counter, long flags) {
    parent.bind(counter, flags);
  }

  @Override
  public void bind(AddressVector vector, long flags) {
    parent.bind(vector, flags);
  }

  @Override
  public void bind(SharedReceiveContext context, long flags) {
    parent.bind(context, flags);
  }

  @Override
  public void bind(SharedTransmitContext context, long flags) {
    parent.bind(context, flags);
  }

  @Override
  public void bind(EventQueue queue, long flags) {
    parent.bind(queue, flags);
  }

  @Override
  public void connect(byte[] address, MemorySegment data) {
    parent.connect(address, data);
  }

  @Override
  public void accept(MemorySegment data) {
    parent.accept(data);
  }

  @Override
  public void shutdown(long flags) {
    parent.shutdown(flags);
  }

  @Override
  public byte[] peer() {
    return parent.peer();
  }

  @Override
  public void name(byte[] address) {
    parent.name(address);
  }

  @Override
  public void enable() {
    parent.enable();
  }
}
