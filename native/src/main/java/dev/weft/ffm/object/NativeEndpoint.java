package dev.weft.ffm.object;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.connection.EndpointConnection;
import dev.weft.ffm.counter.NativeCounter;
import dev.weft.ffm.event.EventSubject;
import dev.weft.ffm.event.NativeEventQueue;
import dev.weft.ffm.fid.Checks;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.post.AtomicOps;
import dev.weft.ffm.post.EndpointState;
import java.lang.foreign.MemorySegment;

/** {@code struct fid_ep} of libfabric. */
final class NativeEndpoint extends AtomicOps implements Endpoint, EventSubject {
  private static final long OPS = ObjectLayouts.ENDPOINT.offset("ops");
  private static final long CONNECTION = ObjectLayouts.ENDPOINT.offset("cm");
  private static final long CANCEL = OpsLayouts.ENDPOINT.offset("cancel");

  private final NativeDomain domain;
  private final EndpointBindings bound = new EndpointBindings(this);
  private boolean hasVector;
  private NativeAddressVector unused;

  private final EndpointOptions options = new EndpointOptions(this, OPS);

  private final EndpointConnection connection;
  private NativeEventQueue events;

  /**
   * An endpoint that C has opened.
   *
   * @param isAsked whether for a connection request
   */
  NativeEndpoint(NativeDomain domain, FabricInfo info, boolean isAsked, long fid, Object context) {
    super(ObjectClass.EP, new EndpointState(info, domain.locals()), fid, context);
    this.domain = domain;
    this.connection = new EndpointConnection(this, info, isAsked, CONNECTION, OPS);
    requireTable(OPS, OpsLayouts.ENDPOINT);
    requireTable(CONNECTION, OpsLayouts.CONNECTION);
  }

  @Override
  public FabricInfo info() {
    return info;
  }

  // Binding.

  @Override
  public synchronized void bind(CompletionQueue queue, long flags) {
    NativeCompletionQueue own = member("queue", queue, NativeCompletionQueue.class);
    if (own.domain() != domain) {
      throw EndpointBindings.refused("queue of another domain");
    }
    requireUnenabled();
    bound.add(own, flags);
    boolean selective = (flags & BindFlags.SELECTIVE_COMPLETION) != 0;
    if ((flags & BindFlags.TRANSMIT) != 0) {
      state().reportSends(own.operations, selective);
    }
    if ((flags & BindFlags.RECV) != 0) {
      state().reportReceives(own.operations, selective);
    }
  }

  @Override
  public synchronized void bind(AddressVector vector, long flags) {
    NativeAddressVector own = member("vector", vector, NativeAddressVector.class);
    if (own.domain() != domain) {
      throw EndpointBindings.refused("address vector of another domain");
    }
    requireUnenabled();
    bound.add(own, flags);
    state().know(own.handles());
    hasVector = true;
  }

  private void requireSame(NativeDomain other) {
    if (other != domain) {
      throw EndpointBindings.refused("shared context of another domain");
    }
  }

  private void requireUnenabled() {
    requireUnenabled("fi_ep_bind");
  }

  private void requireUnenabled(String call) {
    if (isEnabled()) {
      throw new FabricException(
          Errno.EOPBADSTATE, call, "the endpoint is enabled", "Do this before enable()");
    }
  }

  private static <T> T member(String name, Object object, Class<T> type) {
    if (object == null) {
      throw EndpointBindings.refused(name + "=null");
    }
    return Checks.own(name, object, type);
  }

  @Override
  public synchronized void bind(Counter counter, long flags) {
    NativeCounter own = member("counter", counter, NativeCounter.class);
    if (!own.isOf(domain)) {
      throw EndpointBindings.refused("counter of another domain");
    }
    requireUnenabled();
    bound.add(own, flags);
  }

  @Override
  public synchronized void bind(EventQueue queue, long flags) {
    NativeEventQueue own = member("queue", queue, NativeEventQueue.class);
    if (!own.isOf(domain.fabric()) || events != null) {
      throw EndpointBindings.refused(
          events == null ? "queue of another fabric" : "a queue is bound already");
    }
    requireUnenabled();
    bound.addNow(own, flags);
    events = own;
  }

  @Override
  public synchronized void bind(SharedReceiveContext context, long flags) {
    NativeSharedReceiveContext own = member("context", context, NativeSharedReceiveContext.class);
    requireSame(own.domain());
    requireUnenabled();
    bound.add(own, info, flags);
  }

  @Override
  public synchronized void bind(SharedTransmitContext context, long flags) {
    NativeSharedTransmitContext own = member("context", context, NativeSharedTransmitContext.class);
    requireSame(own.domain());
    requireUnenabled();
    bound.add(own, info, flags);
  }

  @Override
  public synchronized void enable() {
    requireUnenabled("fi_enable");
    requireEvents();
    bound.requireComplete(info);
    bound.shareReceives();
    int result = bound.alone(this::enableInC);
    if (result != 0) {
      throw new FabricException(result, "fi_enable", "", "The endpoint is closed; open another");
    }
    options.setEarly();
    state().enable();
  }

  /** Closes the endpoint if C refuses, because the queues are bound then. */
  private int enableInC() {
    int result = -1;
    try {
      bound.bindInC();
      result = control(ControlCommand.ENABLE_VALUE, 0);
    } finally {
      if (result != 0) {
        close();
      }
    }
    return result;
  }

  private void requireEvents() {
    if (info.endpoint().type() != EndpointType.MSG || events != null) {
      return;
    }
    if (domain.events() == null) {
      throw new FabricException(
          Errno.ENOEQ, "fi_enable", "no event queue is bound", "Bind one before enable()");
    }
    bind(domain.events(), 0);
  }

  private void enableOnce() {
    if (!isEnabled()) {
      enable();
    }
  }

  /** Any vector will do to close the endpoint, see {@link EndpointBindings}. */
  @Override
  protected void beforeClose() {
    if (!hasVector && !isEnabled() && info.endpoint().type() == EndpointType.RDM) {
      unused = NativeAddressVector.open(domain, AddressVectorAttributes.defaults(), null);
      bind(unused, 0);
    }
  }

  @Override
  protected int closeInC() {
    return bound.closeAlone(info, super::closeInC);
  }

  @Override
  protected void released() {
    state().abandon();
    bound.release();
    if (unused != null) {
      unused.close();
    }
    domain.removeDependent();
  }

  // Names, options, cancel.

  @Override
  public byte[] name() {
    return connection.name();
  }

  @Override
  public int cancel(long context) {
    enter();
    try {
      MemorySegment function = function(OPS, CANCEL);
      return (int) state().cancel(context, one -> Downcalls.call(function, fid(), one));
    } finally {
      leave();
    }
  }

  @Override
  public synchronized long option(EndpointOption option) {
    return options.get(option);
  }

  @Override
  public synchronized void option(EndpointOption option, long value) {
    options.set(option, value);
  }

  @Override
  public long operationFlags(long direction) {
    return options.operationFlags(direction);
  }

  @Override
  public void operationFlags(long direction, long flags) {
    options.operationFlags(direction, flags);
  }

  @Override
  public Endpoint alias(long flags) {
    throw NativeFabric.unsupported("fi_ep_alias");
  }

  // Connections.

  @Override
  public synchronized void connect(byte[] address, MemorySegment data) {
    connection.requireConnectable(address);
    enableOnce();
    connection.connect(address, data);
  }

  @Override
  public synchronized void accept(MemorySegment data) {
    connection.requireAcceptable();
    enableOnce();
    connection.accept(data);
  }

  /** The peer may have ended the connection meanwhile: the events say so. */
  @Override
  public void shutdown(long flags) {
    if (events != null) {
      events.collect();
    }
    connection.shutdown(flags);
  }

  @Override
  public byte[] peer() {
    return connection.peer();
  }

  @Override
  public void connectionChanged(int type) {
    if (connection.changed(type)) {
      state().establish();
    }
  }

  @Override
  public synchronized void name(byte[] address) {
    requireUnenabled("fi_setname");
    connection.name(address);
  }

  @Override
  public FabricObject join(byte[] address, long flags, Object context) {
    throw NativeFabric.unsupported("fi_join");
  }

  @Override
  public String toString() {
    return "NativeEndpoint[" + info.endpoint().type() + " of " + domain + "]";
  }
}
