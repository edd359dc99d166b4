package dev.weft.provider.fabric;

import dev.weft.argument.Require;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.connection.SoftwareEventQueue;
import dev.weft.provider.fabric.connection.SoftwarePassiveEndpoint;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.provider.fabric.wait.SoftwareSelector;
import dev.weft.provider.fabric.wait.SoftwareWaitSet;
import dev.weft.provider.fabric.wait.SoftwareWaitable;
import dev.weft.wire.Wire;

/** A fabric of the software NIC: a wire that all of its domains share. */
public final class SoftwareFabric extends SoftwareObject implements Fabric {
  private final FabricAttributes attributes;
  private final Wire wire;

  SoftwareFabric(FabricAttributes attributes, Wire wire, Object context) {
    super(ObjectClass.FABRIC, context);
    this.attributes = attributes;
    this.wire = wire;
  }

  @Override
  public FabricAttributes attributes() {
    return attributes;
  }

  @Override
  public Domain openDomain(FabricInfo info, Object context) {
    return new SoftwareDomain(this, opened("fi_domain", info), context);
  }

  /** The info of a call that opens an object of this fabric; see {@link InfoQuery#opened}. */
  FabricInfo opened(String call, FabricInfo info) {
    Require.notNull("info", info);
    if (!attributes.providerName().equals(info.fabric().providerName())) {
      throw new FabricException(
          Errno.EINVAL,
          call,
          "info.fabric.providerName="
              + info.fabric().providerName()
              + ", this fabric's is "
              + attributes.providerName(),
          "Pass the info that the fabric was opened with");
    }
    return new InfoQuery(attributes.providerName(), info).opened(call);
  }

  @Override
  public EventQueue openEventQueue(EventQueueAttributes queueAttributes, Object context) {
    requireOpen();
    EventQueueAttributes asked =
        queueAttributes == null ? EventQueueAttributes.defaults() : queueAttributes;
    return new SoftwareEventQueue(this, asked, context);
  }

  @Override
  public PassiveEndpoint openPassiveEndpoint(FabricInfo info, Object context) {
    return new SoftwarePassiveEndpoint(this, wire, opened("fi_passive_ep", info), context);
  }

  @Override
  public WaitSet openWaitSet(WaitSetAttributes waitSetAttributes, Object context) {
    requireOpen();
    return new SoftwareWaitSet(this, Require.notNull("attributes", waitSetAttributes), context);
  }

  @Override
  public <A> CompletionSelector<A> openSelector() {
    return new SoftwareSelector<>(this);
  }

  @Override
  public int tryWait(Waitable... objects) {
    for (Waitable object : Require.notNull("objects", objects)) {
      if (!(Require.notNull("object", object) instanceof SoftwareWaitable waitable)) {
        return -Errno.EINVAL;
      }
      int result = waitable.tryWait();
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }

  public Wire wire() {
    return wire;
  }

  @Override
  public String details() {
    return attributes.providerName() + ", " + attributes.name();
  }
}
