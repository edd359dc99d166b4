package dev.weft.ffm.object;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.ScalableEndpoint;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.ffm.connection.EndpointConnection;
import dev.weft.ffm.connection.SocketAddresses;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.info.InfoWriter;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.provider.fabric.check.Arguments;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * {@code fi_scalable_ep(3)} of libfabric: an address and its contexts, see {@link ContextSlots}.
 *
 * <p>sockets of 1.17 keeps a pointer to the {@code struct fi_info}, and follows it when a context
 * is opened: the struct stays until the endpoint closes. A read of a queue visits all contexts of
 * the endpoints that are bound to it; while a context is enabled, opened or closed, no thread calls
 * what any context of this endpoint is bound to.
 */
final class NativeScalableEndpoint extends NativeObject implements ScalableEndpoint {
  private static final String OPEN = "fi_scalable_ep";
  private static final String BIND = "fi_scalable_ep_bind";

  private final NativeDomain domain;
  private final FabricInfo info;
  private final InfoWriter struct;
  private final EndpointConnection address;
  private final ContextSlots transmits;
  private final ContextSlots receives;
  private NativeAddressVector vector;

  private NativeScalableEndpoint(
      NativeDomain domain, FabricInfo info, InfoWriter struct, long fid, Object context) {
    super(ObjectClass.SEP, fid, context);
    this.domain = domain;
    this.info = info;
    this.struct = struct;
    this.address =
        new EndpointConnection(
            this, info, false, AbstractEndpoint.CONNECTION, AbstractEndpoint.OPS);
    EndpointAttributes counts = info.endpoint();
    this.transmits = new ContextSlots(this, ObjectClass.TX_CTX, counts.transmitContextCount());
    this.receives = new ContextSlots(this, ObjectClass.RX_CTX, counts.receiveContextCount());
    requireTable(AbstractEndpoint.OPS, OpsLayouts.ENDPOINT);
    requireTable(AbstractEndpoint.CONNECTION, OpsLayouts.CONNECTION);
  }

  /** {@code fi_scalable_ep(3)}. */
  static NativeScalableEndpoint open(NativeDomain domain, FabricInfo info, Object context) {
    domain.fabric().requireOwn(OPEN, info);
    requireCounts(domain, info);
    SocketAddresses.require(OPEN, info);
    InfoWriter struct = new InfoWriter(info, 0);
    try {
      long fid = domain.openMember(ObjectClass.SEP, OPEN, "scalable_ep", struct.address());
      return new NativeScalableEndpoint(domain, info, struct, fid, context);
    } catch (FabricException | IllegalStateException refused) {
      struct.close();
      throw refused;
    }
  }

  private static void requireCounts(NativeDomain domain, FabricInfo info) {
    EndpointAttributes endpoint = info.endpoint();
    if (endpoint.type() == EndpointType.MSG) {
      throw new FabricException(
          Errno.EOPNOTSUPP, OPEN, "info.endpoint.type=MSG", "Query for RDM or DGRAM");
    }
    DomainAttributes limits = domain.attributes();
    requireCount(
        "transmitContextCount",
        endpoint.transmitContextCount(),
        limits.maxEndpointTransmitContexts());
    requireCount(
        "receiveContextCount", endpoint.receiveContextCount(), limits.maxEndpointReceiveContexts());
  }

  private static void requireCount(String attribute, long count, long most) {
    if (count < 1 || count > most) {
      throw invalid(OPEN, attribute + "=" + count, "Allowed: 1.." + most);
    }
  }

  static FabricException invalid(String call, String seen, String advice) {
    return new FabricException(Errno.EINVAL, call, seen, advice);
  }

  NativeDomain domain() {
    return domain;
  }

  @Override
  public FabricInfo info() {
    return info;
  }

  @Override
  public synchronized void bind(AddressVector asked, long flags) {
    requireOpen();
    Arguments.bindFlags(BIND, flags, 0);
    if (!(asked instanceof NativeAddressVector own) || !own.domain().equals(domain)) {
      throw invalid(BIND, "vector=" + asked, "Bind an open vector of the same domain");
    }
    if (vector != null) {
      throw invalid(BIND, "an address vector is bound already", "Bind one");
    }
    bindNative(BIND, own, flags);
    vector = own;
  }

  /** The address vector of all contexts. */
  synchronized NativeAddressVector vector() {
    if (vector == null) {
      throw new FabricException(
          Errno.ENOAV, "fi_enable", "no address vector is bound", "Bind one before enable()");
    }
    return vector;
  }

  @Override
  public void enable() {
    requireOpen();
    vector();
    int result = alone(() -> control(ControlCommand.ENABLE_VALUE, 0));
    if (result != 0) {
      throw new FabricException(result, "fi_enable", "", "");
    }
  }

  @Override
  public byte[] name() {
    return address.name();
  }

  // Contexts.

  @Override
  public Endpoint openTransmitContext(int index, TransmitAttributes asked, Object context) {
    TransmitAttributes whole = info.transmit();
    if (asked == null) {
      return transmits.open(index, info, context);
    }
    requireSubset("fi_tx_context", asked.capabilities(), whole.capabilities());
    TransmitAttributes own = ContextAttributes.filled(asked, whole);
    FabricInfo ofContext = info.toBuilder().capabilities(own.capabilities()).transmit(own).build();
    return transmits.open(
        index,
        ofContext,
        InfoLayouts.TRANSMIT,
        view -> InfoWriter.writeTransmit(view, own),
        context);
  }

  @Override
  public Endpoint openReceiveContext(int index, ReceiveAttributes asked, Object context) {
    ReceiveAttributes whole = info.receive();
    if (asked == null) {
      return receives.open(index, info, context);
    }
    requireSubset("fi_rx_context", asked.capabilities(), whole.capabilities());
    ReceiveAttributes own = ContextAttributes.filled(asked, whole);
    FabricInfo ofContext = info.toBuilder().capabilities(own.capabilities()).receive(own).build();
    return receives.open(
        index, ofContext, InfoLayouts.RECEIVE, view -> InfoWriter.writeReceive(view, own), context);
  }

  private static void requireSubset(String call, long asked, long whole) {
    long more = asked & ~(whole | Capabilities.LOCAL_COMM);
    if (more != 0) {
      throw invalid(
          call,
          "capabilities=" + Capabilities.describe(more),
          "Ask for no more than the scalable endpoint has");
    }
  }

  /** Carries out a change while no thread calls what enabled contexts are bound to. */
  synchronized int alone(IntSupplier change) {
    List<ScalableContext> others = Stream.concat(transmits.enabled(), receives.enabled()).toList();
    others.forEach(ScalableContext::holdUpQueues);
    try {
      return change.getAsInt();
    } finally {
      others.forEach(ScalableContext::resumeQueues);
    }
  }

  @Override
  protected int closeInC() {
    transmits.closeSpares();
    receives.closeSpares();
    return super.closeInC();
  }

  @Override
  protected void released() {
    struct.close();
    if (vector != null) {
      vector.removeDependent(objectClass());
    }
    domain.removeDependent(objectClass());
  }

  @Override
  public String toString() {
    return "NativeScalableEndpoint[" + info.endpoint().type() + " of " + domain + "]";
  }
}
