package dev.weft.provider.fabric;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.connection.ConnectionData;
import dev.weft.provider.fabric.connection.SoftwareConnectionRequest;
import dev.weft.provider.fabric.connection.SoftwareEventQueue;
import dev.weft.provider.fabric.connection.SoftwarePassiveEndpoint;
import dev.weft.provider.fabric.endpoint.BoundCounters;
import dev.weft.provider.fabric.endpoint.ConnectedState;
import dev.weft.provider.fabric.endpoint.Connection;
import dev.weft.provider.fabric.endpoint.EndpointState;
import dev.weft.provider.fabric.endpoint.SoftwareAddressVector;
import dev.weft.provider.fabric.endpoint.SoftwareSharedReceiveContext;
import dev.weft.provider.fabric.endpoint.SoftwareSharedTransmitContext;
import dev.weft.provider.fabric.queue.SoftwareCompletionQueue;
import dev.weft.provider.fabric.queue.SoftwareCounter;
import java.lang.foreign.MemorySegment;

/** {@code struct fid_ep}: binding, enabling and connecting. Its superclasses post operations. */
public final class SoftwareEndpoint extends AbstractEndpoint {
  private static final long QUEUE_FLAGS =
      BindFlags.TRANSMIT | BindFlags.RECV | BindFlags.SELECTIVE_COMPLETION;

  private final SoftwareDomain domain;

  /** Null if the endpoint has no connection. */
  private final Connection connection;

  SoftwareEndpoint(SoftwareDomain domain, FabricInfo info, Object context) {
    this(domain, stateFor(domain, info), context);
  }

  SoftwareEndpoint(SoftwareDomain domain, EndpointState state, Object context) {
    super(state, context);
    this.domain = domain;
    connection = state instanceof ConnectedState own ? new Connection(this, own) : null;
    dependOn(domain);
  }

  private static EndpointState stateFor(SoftwareDomain domain, FabricInfo info) {
    EndpointState state =
        info.endpoint().type() == EndpointType.MSG
            ? new ConnectedState(domain, info)
            : new EndpointState(domain, info);
    if (info.handle() instanceof SoftwarePassiveEndpoint passive) {
      state.sourceAddress(passive.takeAddress(domain.fabric()));
    }
    return state;
  }

  @Override
  public synchronized void bind(CompletionQueue queue, long flags) {
    requireUnenabled("fi_ep_bind", "Bind");
    Arguments.bindFlags("fi_ep_bind", flags, QUEUE_FLAGS);
    if (!(queue instanceof SoftwareCompletionQueue own) || !own.domain().equals(domain)) {
      throw foreign("queue=" + queue);
    }
    state.bind(own, flags);
  }

  @Override
  public synchronized void bind(Counter counter, long flags) {
    requireUnenabled("fi_ep_bind", "Bind");
    Arguments.bindFlags("fi_ep_bind", flags, BoundCounters.FLAGS);
    if ((flags & BoundCounters.BY_PEERS) != 0 && !state.has(Capabilities.RMA_EVENT)) {
      throw AttributeChecks.invalid(
          "fi_ep_bind",
          "flags=" + BindFlags.describe(flags),
          "Open the endpoint with the capability RMA_EVENT");
    }
    SoftwareCounter own = SoftwareCounter.of(domain, counter);
    if (own == null) {
      throw foreign("counter=" + counter);
    }
    state.bind(own, flags);
  }

  @Override
  public synchronized void bind(AddressVector vector, long flags) {
    requireUnenabled("fi_ep_bind", "Bind");
    Arguments.bindFlags("fi_ep_bind", flags, 0);
    if (!(vector instanceof SoftwareAddressVector own) || !own.domain().equals(domain)) {
      throw foreign("vector=" + vector);
    }
    state.bind(own);
  }

  @Override
  public synchronized void bind(SharedReceiveContext context, long flags) {
    requireUnenabled("fi_ep_bind", "Bind");
    Arguments.bindFlags("fi_ep_bind", flags, 0);
    if (!(context instanceof SoftwareSharedReceiveContext own)) {
      throw foreign("context=" + context);
    }
    state.bind(own);
  }

  @Override
  public synchronized void bind(SharedTransmitContext context, long flags) {
    requireUnenabled("fi_ep_bind", "Bind");
    Arguments.bindFlags("fi_ep_bind", flags, 0);
    if (!(context instanceof SoftwareSharedTransmitContext own)) {
      throw foreign("context=" + context);
    }
    state.bind(own);
  }

  @Override
  public synchronized void bind(EventQueue queue, long flags) {
    requireUnenabled("fi_ep_bind", "Bind");
    Arguments.bindFlags("fi_ep_bind", flags, 0);
    report(SoftwareEventQueue.toBind("fi_ep_bind", queue, domain.fabric(), state.eventQueue));
  }

  private void report(SoftwareEventQueue queue) {
    if (connection == null) {
      queue.addDependent(objectClass());
    } else {
      queue.bound(connection);
    }
    state.eventQueue = queue;
  }

  private static FabricException foreign(String what) {
    return AttributeChecks.invalid(
        "fi_ep_bind", what, "Bind an open object of the endpoint's domain");
  }

  @Override
  public synchronized void enable() {
    requireOpen();
    if (state.machine == null) {
      SoftwareEventQueue ofDomain = domain.eventQueue();
      if (state.eventQueue == null && ofDomain != null) {
        enableReportingTo(ofDomain);
      } else {
        state.enable();
      }
    }
  }

  /** Reports to the domain's event queue, unless the endpoint cannot be enabled. */
  private void enableReportingTo(SoftwareEventQueue ofDomain) {
    report(ofDomain);
    boolean enabled = false;
    try {
      state.enable();
      enabled = true;
    } finally {
      if (!enabled) {
        state.eventQueue = null;
        forget(ofDomain);
      }
    }
  }

  @Override
  public void connect(byte[] address, MemorySegment data) {
    Connection own = connection("fi_connect");
    String text = ConnectionData.requireAddress("fi_connect", domain.wire(), address);
    byte[] bytes = ConnectionData.bytes(data);
    enable();
    own.connect(text, bytes);
  }

  @Override
  public void accept(MemorySegment data) {
    Connection own = connection("fi_accept");
    if (!(state.info.handle() instanceof SoftwareConnectionRequest request)
        || !request.isOf(domain.fabric())) {
      throw AttributeChecks.invalid(
          "fi_accept", "info.handle=" + state.info.handle(), "Open it with the info of a request");
    }
    byte[] bytes = ConnectionData.bytes(data);
    enable();
    own.accept(request, bytes);
  }

  @Override
  public void shutdown(long flags) {
    Connection own = connection("fi_shutdown");
    AttributeChecks.noFlags("fi_shutdown", flags);
    own.shutdown();
  }

  @Override
  public byte[] peer() {
    return connection("fi_getpeer").peer();
  }

  @Override
  public synchronized void name(byte[] address) {
    requireUnenabled("fi_setname", "Name it");
    ConnectionData.requireAddress("fi_setname", domain.wire(), address);
    state.sourceAddress(address.clone());
  }

  private Connection connection(String call) {
    requireOpen();
    if (connection == null) {
      throw new FabricException(
          Errno.EOPNOTSUPP,
          call,
          "info.endpoint.type=" + state.info.endpoint().type(),
          "Only endpoints of type MSG have a connection");
    }
    return connection;
  }

  private void requireUnenabled(String call, String verb) {
    requireOpen();
    if (state.machine != null) {
      throw new FabricException(
          Errno.EOPBADSTATE, call, "the endpoint is enabled", verb + " before enabling");
    }
  }

  @Override
  public void release() {
    if (connection != null) {
      connection.close();
    }
    state.release();
    if (state.eventQueue != null) {
      forget(state.eventQueue);
    }
  }

  private void forget(SoftwareEventQueue queue) {
    if (connection == null) {
      queue.removeDependent(objectClass());
    } else {
      queue.unbound(connection);
    }
  }
}
