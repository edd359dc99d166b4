package dev.weft.ffm.object;

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
import dev.weft.ffm.connection.NativePassiveEndpoint;
import dev.weft.ffm.event.NativeEventQueue;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.fid.TryWaitable;
import dev.weft.ffm.info.InfoWriter;
import dev.weft.ffm.info.ProviderNames;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Libfabric;
import dev.weft.provider.fabric.wait.SoftwareSelector;
import dev.weft.provider.fabric.wait.SoftwareWaitSet;
import dev.weft.provider.fabric.wait.SoftwareWaitable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@code struct fid_fabric} of libfabric. */
public final class NativeFabric extends NativeObject implements Fabric {
  private static final long OPS = ObjectLayouts.FABRIC.offset("ops");
  private static final long DOMAIN = OpsLayouts.FABRIC.offset("domain");

  private final FabricAttributes attributes;

  private NativeFabric(FabricAttributes attributes, long fid, Object context) {
    super(ObjectClass.FABRIC, fid, context);
    this.attributes = attributes;
    requireTable(OPS, OpsLayouts.FABRIC);
  }

  /** {@code fi_fabric(3)}. */
  public static NativeFabric open(FabricInfo info, Object context) {
    try (Arena arena = Arena.ofConfined();
        InfoWriter struct = new InfoWriter(info, 0)) {
      MemorySegment result = arena.allocate(ValueLayout.JAVA_LONG);
      int error = Libfabric.openFabric(struct.fabricAttributes(), result.address());
      if (error != 0) {
        throw new FabricException(error, "fi_fabric", "fabric=" + info.fabric().name(), "");
      }
      return new NativeFabric(info.fabric(), result.get(ValueLayout.JAVA_LONG, 0), context);
    }
  }

  @Override
  public FabricAttributes attributes() {
    return attributes;
  }

  @Override
  public Domain openDomain(FabricInfo info, Object context) {
    if (Require.notNull("info", info).domain().name() == null) { // C copies it without a check
      throw new FabricException(
          Errno.EINVAL,
          "fi_domain",
          "info.domain.name=null",
          "Pass what Fabrics.getInfo returned, not the hints");
    }
    requireOwn("fi_domain", info);
    try (InfoWriter struct = new InfoWriter(info, 0)) {
      long fid = open(ObjectClass.DOMAIN, "fi_domain", OPS, DOMAIN, struct.address());
      return new NativeDomain(this, info, fid, context);
    }
  }

  @Override
  public EventQueue openEventQueue(EventQueueAttributes attributes, Object context) {
    return NativeEventQueue.open(
        this, attributes == null ? EventQueueAttributes.defaults() : attributes, context);
  }

  @Override
  public PassiveEndpoint openPassiveEndpoint(FabricInfo info, Object context) {
    requireOwn("fi_passive_ep", info);
    return NativePassiveEndpoint.open(this, info, context);
  }

  /**
   * Requires the info of a call that opens an object to be of libfabric, whose providers check the
   * rest. Connection requests of sockets name no provider.
   */
  void requireOwn(String call, FabricInfo info) {
    String name = Require.notNull("info", info).fabric().providerName();
    if (name != null && !ProviderNames.matches(name)) {
      throw new FabricException(
          Errno.EINVAL,
          call,
          "info.fabric.providerName=" + name + ", this fabric's is " + attributes.providerName(),
          "Pass the info that the fabric was opened with");
    }
  }

  @Override
  public WaitSet openWaitSet(WaitSetAttributes attributes, Object context) {
    return new SoftwareWaitSet(this, Require.notNull("attributes", attributes), context);
  }

  @Override
  public <A> CompletionSelector<A> openSelector() {
    return new SoftwareSelector<>(this);
  }

  /** What is not supported over libfabric yet. */
  static FabricException unsupported(String call) {
    return new FabricException(
        Errno.ENOSYS, call, "not supported over libfabric yet", "Use the provider loopback or shm");
  }

  @Override
  public int tryWait(Waitable... objects) {
    for (Waitable object : Require.notNull("objects", objects)) {
      int result = tryWait(Require.notNull("object", object));
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }

  private static int tryWait(Waitable object) {
    return switch (object) {
      case TryWaitable own when own.hasWaitObject() -> own.tryWait();
      case SoftwareWaitable software -> software.tryWait();
      default -> -Errno.EINVAL;
    };
  }

  /** C refuses for good if it has refused to close a domain. */
  @Override
  protected boolean isLostIfRefused() {
    return true;
  }

  @Override
  protected void released() {}

  @Override
  public String toString() {
    return "NativeFabric[" + attributes.providerName() + ", " + attributes.name() + "]";
  }
}
