package dev.weft.software.fabric;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.BindFlags;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;

/** {@code fi_ep_alias(3)}: an endpoint's second face, with default flags of its own. */
final class EndpointAlias extends EndpointFace {
  private final EndpointFace parent;

  EndpointAlias(EndpointFace parent, long flags) {
    super(parent.state, parent.context());
    long direction = flags & (BindFlags.TRANSMIT | BindFlags.RECV);
    sendFlags = parent.sendFlags;
    receiveFlags = parent.receiveFlags;
    operationFlags(direction, flags & ~direction);
    this.parent = parent;
    parent.retain();
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
  public void enable() {
    parent.enable();
  }

  @Override
  void release() {
    parent.letGo();
  }
}
