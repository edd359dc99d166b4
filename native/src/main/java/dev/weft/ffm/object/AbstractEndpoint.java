package dev.weft.ffm.object;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.post.AtomicOps;
import dev.weft.ffm.post.EndpointState;

/** What endpoints, their aliases and the contexts of scalable endpoints have in common. */
abstract class AbstractEndpoint extends AtomicOps implements Endpoint {
  static final long OPS = ObjectLayouts.ENDPOINT.offset("ops");
  static final long CONNECTION = ObjectLayouts.ENDPOINT.offset("cm");

  private final EndpointOptions options = new EndpointOptions(this, OPS);

  AbstractEndpoint(ObjectClass objectClass, EndpointState state, long fid, Object context) {
    super(objectClass, state, fid, context);
    requireTable(OPS, OpsLayouts.ENDPOINT);
    requireTable(CONNECTION, OpsLayouts.CONNECTION);
  }

  @Override
  public final FabricInfo info() {
    return info;
  }

  @Override
  public int cancel(long context) {
    return cancelPosted(context);
  }

  @Override
  public long option(EndpointOption option) {
    synchronized (this) { // as enable(), which sets what was asked for early
      return options.get(option);
    }
  }

  @Override
  public void option(EndpointOption option, long value) {
    synchronized (this) {
      options.set(option, value);
    }
  }

  /** Enables the endpoint in C, with the options that were set before. */
  final void enableInC() {
    options.setBeforeEnabling();
    int result = control(ControlCommand.ENABLE_VALUE, 0);
    if (result != 0) {
      throw new FabricException(result, "fi_enable", "", "");
    }
    options.setAfterEnabling();
  }

  @Override
  public final long operationFlags(long direction) {
    return options.operationFlags(direction);
  }

  @Override
  public final void operationFlags(long direction, long flags) {
    options.operationFlags(direction, flags);
  }

  @Override
  public final Endpoint alias(long flags) {
    return NativeEndpointAlias.open(this, flags);
  }
}
