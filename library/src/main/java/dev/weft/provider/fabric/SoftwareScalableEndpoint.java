package dev.weft.provider.fabric;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.ScalableEndpoint;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.check.EndpointLimits;
import dev.weft.provider.fabric.connection.ConnectionData;
import dev.weft.provider.fabric.endpoint.EndpointState;
import dev.weft.provider.fabric.endpoint.SoftwareAddressVector;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.concurrent.ThreadLocalRandom;

/** {@code fi_scalable_ep(3)}: an address and its open contexts. */
public final class SoftwareScalableEndpoint extends SoftwareObject implements ScalableEndpoint {
  private final SoftwareDomain domain;
  private final FabricInfo info;
  private final BitSet transmits = new BitSet();
  private final BitSet receives = new BitSet();
  private SoftwareAddressVector vector;
  private String address;
  private final long incarnation = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);

  SoftwareScalableEndpoint(SoftwareDomain domain, FabricInfo info, Object context) {
    super(ObjectClass.SEP, context);
    if (info.endpoint().type() == EndpointType.MSG) {
      throw new FabricException(
          Errno.EOPNOTSUPP, "fi_scalable_ep", "info.endpoint.type=MSG", "Query for RDM or DGRAM");
    }
    requireCount("transmitContextCount", info.endpoint().transmitContextCount());
    requireCount("receiveContextCount", info.endpoint().receiveContextCount());
    ConnectionData.requireSource("fi_scalable_ep", domain.wire(), info);
    this.domain = domain;
    this.info = info;
    dependOn(domain);
  }

  private static void requireCount(String attribute, long count) {
    if (count < 1 || count > EndpointLimits.CONTEXTS) {
      throw AttributeChecks.invalid(
          "fi_scalable_ep", attribute + "=" + count, "Allowed: 1.." + EndpointLimits.CONTEXTS);
    }
  }

  SoftwareDomain domain() {
    return domain;
  }

  /** The incarnation of all contexts. */
  long incarnation() {
    return incarnation;
  }

  @Override
  public FabricInfo info() {
    return info;
  }

  @Override
  public synchronized void bind(AddressVector asked, long flags) {
    requireOpen();
    Arguments.bindFlags("fi_scalable_ep_bind", flags, 0);
    if (!(asked instanceof SoftwareAddressVector own) || !own.domain().equals(domain)) {
      throw AttributeChecks.invalid(
          "fi_scalable_ep_bind", "vector=" + asked, "Bind an open vector of the same domain");
    }
    if (vector != null) {
      throw AttributeChecks.invalid(
          "fi_scalable_ep_bind", "an address vector is bound already", "Bind one");
    }
    dependOn(own);
    vector = own;
  }

  /** The address vector of all contexts, or null. */
  synchronized SoftwareAddressVector vector() {
    return vector;
  }

  @Override
  public void enable() {
    requireOpen();
    EndpointState.requireUnbound(vector() == null, Errno.ENOAV, "no address vector is bound");
    address();
  }

  /** The address, chosen on the first call. */
  synchronized String address() {
    if (address == null) {
      byte[] asked = info.sourceAddress();
      address = asked == null ? freeAddress() : new String(asked, StandardCharsets.UTF_8);
    }
    return address;
  }

  private String freeAddress() {
    try {
      return domain.wire().freeAddress();
    } catch (WireException e) {
      throw AttributeChecks.onWire("fi_enable", e);
    }
  }

  @Override
  public synchronized byte[] name() {
    requireOpen();
    if (address == null) {
      throw new FabricException(
          Errno.EOPBADSTATE, "fi_getname", "the endpoint is not enabled", "Enable it first");
    }
    return address.getBytes(StandardCharsets.UTF_8);
  }

  // Contexts.

  @Override
  public Endpoint openTransmitContext(int index, TransmitAttributes asked, Object context) {
    TransmitAttributes whole = info.transmit();
    TransmitAttributes own = whole;
    if (asked != null) {
      own =
          whole.toBuilder()
              .capabilities(subset(asked.capabilities(), whole.capabilities()))
              .operationFlags(asked.operationFlags())
              .completionOrder(asked.completionOrder())
              .size(size(asked.size(), whole.size()))
              .build();
    }
    FabricInfo ofContext = info.toBuilder().capabilities(own.capabilities()).transmit(own).build();
    domain.opened("fi_tx_context", ofContext);
    long count = info.endpoint().transmitContextCount();
    return open(
        new ContextState(this, ObjectClass.TX_CTX, index, ofContext), index, count, context);
  }

  @Override
  public Endpoint openReceiveContext(int index, ReceiveAttributes asked, Object context) {
    ReceiveAttributes whole = info.receive();
    ReceiveAttributes own = whole;
    if (asked != null) {
      own =
          whole.toBuilder()
              .capabilities(subset(asked.capabilities(), whole.capabilities()))
              .operationFlags(asked.operationFlags())
              .size(size(asked.size(), whole.size()))
              .build();
    }
    FabricInfo ofContext = info.toBuilder().capabilities(own.capabilities()).receive(own).build();
    domain.opened("fi_rx_context", ofContext);
    long count = info.endpoint().receiveContextCount();
    return open(
        new ContextState(this, ObjectClass.RX_CTX, index, ofContext), index, count, context);
  }

  private static long subset(long asked, long whole) {
    long more = asked & ~whole;
    if (more != 0) {
      throw AttributeChecks.invalid(
          "fi_tx_context, fi_rx_context",
          "capabilities=" + Capabilities.describe(more),
          "Ask for no more than the scalable endpoint has");
    }
    return asked == 0 ? whole : asked | (Capabilities.LOCAL_COMM & whole);
  }

  private static long size(long asked, long whole) {
    AttributeChecks.contextSize("fi_tx_context, fi_rx_context", asked);
    return asked == 0 ? whole : asked;
  }

  private Endpoint open(ContextState state, int index, long count, Object context) {
    String call = state.mayPostSends() ? "fi_tx_context" : "fi_rx_context";
    if (index < 0 || index >= count) {
      throw AttributeChecks.invalid(call, "index=" + index, "Allowed: 0.." + (count - 1));
    }
    take(call, state.objectClass(), index);
    return new SoftwareEndpoint(domain, state, context);
  }

  private synchronized void take(String call, ObjectClass kind, int index) {
    if (taken(kind).get(index)) {
      throw new FabricException(
          Errno.EBUSY, call, "context " + index + " is open already", "Open another one");
    }
    addDependent(kind);
    taken(kind).set(index);
  }

  /** A context was closed. */
  synchronized void left(ObjectClass kind, int index) {
    taken(kind).clear(index);
    removeDependent(kind);
  }

  private BitSet taken(ObjectClass kind) {
    return kind == ObjectClass.TX_CTX ? transmits : receives;
  }
}
