package dev.weft.ffm.object;

import dev.weft.argument.Require;
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
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.connection.EndpointConnection;
import dev.weft.ffm.counter.NativeCounter;
import dev.weft.ffm.event.EventSubject;
import dev.weft.ffm.event.NativeEventQueue;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;

/** {@code struct fid_ep} of libfabric. */
final class NativeEndpoint extends AtomicOps implements Endpoint, EventSubject {
  private static final long OPS = ObjectLayouts.ENDPOINT.offset("ops");
  private static final long CONNECTION = ObjectLayouts.ENDPOINT.offset("cm");
  private static final long CANCEL = OpsLayouts.ENDPOINT.offset("cancel");
  private static final long GET_OPTION = OpsLayouts.ENDPOINT.offset("getopt");
  private static final long SET_OPTION = OpsLayouts.ENDPOINT.offset("setopt");
  private static final long DIRECTIONS = BindFlags.TRANSMIT | BindFlags.RECV;

  private final NativeDomain domain;
  private final EndpointBindings bound = new EndpointBindings(this);
  private NativeAddressVector unused;

  private final Map<EndpointOption, Long> early = new EnumMap<>(EndpointOption.class);

  private final EndpointConnection connection;
  private NativeEventQueue events;

  /**
   * An endpoint that C has opened.
   *
   * @param isAsked whether for a connection request
   */
  NativeEndpoint(NativeDomain domain, FabricInfo info, boolean isAsked, long fid, Object context) {
    super(info, fid, context);
    this.domain = domain;
    this.connection = new EndpointConnection(this, info, isAsked, CONNECTION, OPS);
    this.locals = domain.locals();
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
      sends = own.operations;
      selectiveSends = selective;
    }
    if ((flags & BindFlags.RECV) != 0) {
      receives = own.operations;
      selectiveReceives = selective;
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
    peers = own;
  }

  private void requireUnenabled() {
    requireUnenabled("fi_ep_bind");
  }

  private void requireUnenabled(String call) {
    if (enabled) {
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
  public void bind(SharedReceiveContext context, long flags) {
    throw NativeFabric.unsupported("fi_ep_bind of a shared context");
  }

  @Override
  public void bind(SharedTransmitContext context, long flags) {
    throw NativeFabric.unsupported("fi_ep_bind of a shared context");
  }

  @Override
  public synchronized void enable() {
    requireUnenabled("fi_enable");
    requireEvents();
    bound.requireComplete(info);
    int result = bound.alone(this::enableInC);
    if (result != 0) {
      throw new FabricException(result, "fi_enable", "", "The endpoint is closed; open another");
    }
    early.forEach(this::setOption);
    enabled = true;
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
    if (!enabled) {
      enable();
    }
  }

  /** Any vector will do to close the endpoint, see {@link EndpointBindings}. */
  @Override
  protected void beforeClose() {
    if (peers == null && !enabled && info.endpoint().type() == EndpointType.RDM) {
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
    if (sends != null) {
      sends.abandon(owner);
    }
    if (receives != null) {
      receives.abandon(owner);
    }
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
      long result = 0;
      if (receives != null) {
        result = receives.cancel(owner, context, one -> Downcalls.call(function, fid(), one));
      }
      if (sends != null && sends != receives && result == 0) {
        result = sends.cancel(owner, context, one -> Downcalls.call(function, fid(), one));
      }
      return (int) result;
    } finally {
      leave();
    }
  }

  @Override
  public synchronized long option(EndpointOption option) {
    Long value = early.get(Require.notNull("option", option));
    return value != null && !enabled ? value : getOption(option);
  }

  private long getOption(EndpointOption option) {
    enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_LONG, 0);
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_LONG, Long.BYTES);
      MemorySegment function = function(OPS, GET_OPTION);
      int result =
          (int)
              Downcalls.call(function, fid(), 0, option.value(), value.address(), length.address());
      if (result != 0) {
        throw new FabricException(result, "fi_getopt", "option=" + option, "");
      }
      return value.get(ValueLayout.JAVA_LONG, 0);
    } finally {
      leave();
    }
  }

  /** Before {@link #enable} the option is kept and set there: shm of 1.17 dereferences NULL. */
  @Override
  public synchronized void option(EndpointOption option, long value) {
    requireOpen();
    if (Require.notNull("option", option) == EndpointOption.CONNECT_MILLIS
        || option == EndpointOption.RECV_ENDS_WITH_PEER) {
      throw new FabricException(
          Errno.ENOPROTOOPT, "fi_setopt", "option=" + option, "libfabric has no such option");
    }
    if (enabled) {
      setOption(option, value);
    } else {
      early.put(option, value);
    }
  }

  private void setOption(EndpointOption option, long number) {
    enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_LONG, number);
      MemorySegment function = function(OPS, SET_OPTION);
      int result =
          (int) Downcalls.call(function, fid(), 0, option.value(), value.address(), Long.BYTES);
      if (result != 0) {
        throw new FabricException(result, "fi_setopt", "option=" + option, "");
      }
    } finally {
      leave();
    }
  }

  @Override
  public long operationFlags(long direction) {
    requireOneDirection(direction);
    return direction == BindFlags.TRANSMIT ? sendFlags : receiveFlags;
  }

  @Override
  public void operationFlags(long direction, long flags) {
    requireOneDirection(direction);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment argument = arena.allocateFrom(ValueLayout.JAVA_LONG, flags | direction);
      int result = control(ControlCommand.SETOPSFLAG_VALUE, argument.address());
      if (result != 0) {
        throw new FabricException(result, "fi_control", "command=FI_SETOPSFLAG", "");
      }
    }
    if (direction == BindFlags.TRANSMIT) {
      sendFlags = flags;
    } else {
      receiveFlags = flags;
    }
  }

  private static void requireOneDirection(long direction) {
    if (direction != BindFlags.TRANSMIT && direction != BindFlags.RECV) {
      throw new FabricException(
          Errno.EINVAL,
          "fi_control",
          "direction=0x" + Long.toHexString(direction),
          "Name one of TRANSMIT and RECV (0x" + Long.toHexString(DIRECTIONS) + ")");
    }
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
      established = true;
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
