package dev.weft.ffm.object;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.counter.NativeCounter;
import dev.weft.ffm.fid.Checks;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.fid.NativeWaitable;
import dev.weft.ffm.info.ProviderNames;
import dev.weft.ffm.post.EndpointState;
import dev.weft.ffm.post.PostOps;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.EndpointRights;
import dev.weft.provider.fabric.check.SharedContextChecks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The objects that an endpoint is bound to ({@code fi_ep_bind(3)}).
 *
 * <p>A read of a queue or counter makes progress on each endpoint that is bound to it in C. rxm and
 * shm of 1.17 then crash if the endpoint is not enabled yet, or is being closed. So does shm (1.17
 * to 1.20) when a peer is inserted into its address vector. These objects are therefore bound in C
 * when the endpoint is enabled; no thread calls them meanwhile, nor while the endpoint closes.
 */
final class EndpointBindings {
  private static final String BIND = "fi_ep_bind";
  private static final long DIRECTIONS = BindFlags.TRANSMIT | BindFlags.RECV;
  private static final long QUEUE_FLAGS = DIRECTIONS | BindFlags.SELECTIVE_COMPLETION;
  private static final long COUNTER_FLAGS =
      BindFlags.SEND
          | BindFlags.RECV
          | BindFlags.READ
          | BindFlags.WRITE
          | BindFlags.REMOTE_READ
          | BindFlags.REMOTE_WRITE;

  private record Binding(NativeObject object, long flags) {
    boolean isWaitingQueue() {
      return object instanceof NativeCompletionQueue queue && queue.hasWaitObject();
    }
  }

  private final AbstractEndpoint endpoint;
  private final NativeDomain domain;
  private final EndpointState state;
  private final List<NativeObject> all = new ArrayList<>();
  private final List<Binding> later = new ArrayList<>();
  private long directions;
  private long counted;
  private NativeCompletionQueue received;
  private NativeAddressVector vector;
  private NativeSharedReceiveContext receives;
  private NativeSharedTransmitContext transmits;
  private boolean sharing;
  private boolean inC;
  private boolean enabling;

  EndpointBindings(AbstractEndpoint endpoint, NativeDomain domain) {
    this.endpoint = endpoint;
    this.domain = domain;
    this.state = endpoint.state();
  }

  /** Binds in C without {@code FI_SELECTIVE_COMPLETION}; see {@link PostOps}. */
  void add(CompletionQueue queue, long flags) {
    NativeCompletionQueue own = member("queue", queue, NativeCompletionQueue.class);
    requireSame(own.domain(), "queue");
    requireUnenabled(BIND);
    Arguments.bindFlags(BIND, flags, QUEUE_FLAGS);
    requireFree(directions & flags);
    addLater(own, flags & DIRECTIONS);
    directions |= flags & DIRECTIONS;
    boolean selective = (flags & BindFlags.SELECTIVE_COMPLETION) != 0;
    if ((flags & BindFlags.TRANSMIT) != 0) {
      state.reportSends(own.operations, selective);
    }
    if ((flags & BindFlags.RECV) != 0) {
      state.reportReceives(own.operations, selective);
      received = own;
    }
  }

  /** A second counter for the same operations is refused: sockets of 1.17 forgets the first. */
  void add(Counter counter, long flags) {
    NativeCounter own = member("counter", counter, NativeCounter.class);
    if (!own.isOf(domain)) {
      throw refused("counter of another domain");
    }
    requireUnenabled(BIND);
    Arguments.bindFlags(BIND, flags, COUNTER_FLAGS);
    requireFree(counted & flags);
    addLater(own, flags);
    counted |= flags;
  }

  /** One vector, without flags. */
  void add(AddressVector added, long flags) {
    NativeAddressVector own = member("vector", added, NativeAddressVector.class);
    requireSame(own.domain(), "address vector");
    requireUnenabled(BIND);
    Arguments.bindFlags(BIND, flags, 0);
    if (vector != null) {
      throw refused("an address vector is bound already");
    }
    addLater(own, flags);
    vector = own;
    state.know(own.handles());
  }

  /** One shared receive context, without flags. */
  void add(SharedReceiveContext context, long flags) {
    NativeSharedReceiveContext own = member("context", context, NativeSharedReceiveContext.class);
    requireSame(own.domain(), "shared context");
    requireUnenabled(BIND);
    Arguments.bindFlags(BIND, flags, 0);
    FabricInfo info = endpoint.info();
    SharedContextChecks.requireFree("receive", info.endpoint().receiveContextCount(), receives);
    synchronized (own) { // which counts its endpoints
      own.requireSuitable(info.receive());
      addLater(own, flags);
    }
    receives = own;
  }

  /** One shared transmit context, without flags. */
  void add(SharedTransmitContext context, long flags) {
    NativeSharedTransmitContext own = member("context", context, NativeSharedTransmitContext.class);
    requireSame(own.domain(), "shared context");
    requireUnenabled(BIND);
    Arguments.bindFlags(BIND, flags, 0);
    FabricInfo info = endpoint.info();
    SharedContextChecks.requireFree("transmit", info.endpoint().transmitContextCount(), transmits);
    synchronized (own) { // which counts its endpoints
      own.requireSuitable(info.transmit());
      addLater(own, flags);
    }
    transmits = own;
  }

  static <T> T member(String name, Object object, Class<T> type) {
    if (object == null) {
      throw refused(name + "=null");
    }
    return Checks.own(name, object, type);
  }

  private void requireSame(NativeDomain other, String kind) {
    if (!other.equals(domain)) {
      throw refused(kind + " of another domain");
    }
  }

  /** Requires an open endpoint that is not enabled. */
  void requireUnenabled(String call) {
    endpoint.requireOpen();
    if (endpoint.isEnabled()) {
      throw new FabricException(
          Errno.EOPBADSTATE, call, "the endpoint is enabled", "Do this before enable()");
    }
  }

  /** Binds an event queue at once. */
  void addNow(NativeObject object, long flags) {
    endpoint.bindNative(BIND, object, flags);
    all.add(object);
  }

  private void addLater(NativeObject object, long flags) {
    object.addDependent(endpoint.objectClass());
    all.add(object);
    later.add(new Binding(object, flags));
  }

  private static void requireFree(long taken) {
    if (taken != 0) {
      throw refused(BindFlags.describe(taken) + " is bound already");
    }
  }

  static FabricException refused(String detail) {
    return new FabricException(Errno.EINVAL, BIND, detail, "");
  }

  /**
   * Requires the queues and the address vector that the endpoint cannot be enabled without, and
   * room for shm. shm (1.17 to 2.0) follows NULL without a queue for RECV, also if nothing is
   * received.
   */
  void requireComplete(FabricInfo info) {
    EndpointRights rights = EndpointRights.of(info);
    boolean shm = ProviderNames.isShm(info);
    boolean receiving = rights.receives() || shm;
    if (rights.sends()) {
      requireQueue(BindFlags.TRANSMIT, "TRANSMIT");
    }
    if (receiving) {
      requireQueue(BindFlags.RECV, "RECV");
    }
    requireBound(directions != 0, Errno.ENOCQ, "queue");
    boolean connected = info.endpoint().type() == EndpointType.MSG;
    requireBound(connected || vector != null, Errno.ENOAV, "address vector");
    SharedContextChecks.requireBound("receive", info.endpoint().receiveContextCount(), receives);
    SharedContextChecks.requireBound("transmit", info.endpoint().transmitContextCount(), transmits);
    if (shm) {
      ShmRoom.require(info);
    }
  }

  /** Has the queue of received messages know the receives that are shared. */
  void shareReceives() {
    if (receives != null && !sharing) {
      receives.enabled(received, vector);
      sharing = true;
    }
  }

  boolean hasVector() {
    return vector != null;
  }

  /** Requires a queue for completions of a direction. */
  void requireQueue(long direction, String name) {
    requireBound(has(direction), Errno.ENOCQ, "queue for " + name);
  }

  private boolean has(long direction) {
    return (directions & direction) != 0;
  }

  private static void requireBound(boolean bound, int errno, String object) {
    if (!bound) {
      throw new FabricException(
          errno, "fi_enable", "no " + object + " is bound", "Bind one before enable()");
    }
  }

  /**
   * {@code fi_enable(3)}, after the objects are bound in C. Closes the endpoint if C refuses,
   * because the queues are bound then.
   */
  void enable() {
    holdUpCalls();
    enabling = true;
    boolean enabled = false;
    try {
      enableInC();
      enabled = true;
    } catch (FabricException refused) {
      throw closed(refused);
    } finally {
      closeUnless(enabled);
    }
    state.enable();
  }

  private void enableInC() {
    inC = true;
    for (Binding binding : inOrder()) {
      endpoint.bindInC(BIND, binding.object, binding.flags);
    }
    endpoint.enableInC();
  }

  private FabricException closed(FabricException refused) {
    String advice = "It is closed; open another " + endpoint.objectClass();
    FabricException said = new FabricException(refused.errno(), refused.call(), "", advice);
    said.initCause(refused);
    return said;
  }

  /** Calls go on once C has enabled or closed the endpoint. */
  private void closeUnless(boolean enabled) {
    try {
      if (!enabled) {
        endpoint.close();
      }
    } finally {
      resumeAfterEnabling();
    }
  }

  /** Before {@link #release}: a thread that is held up may own the monitor that it needs. */
  private void resumeAfterEnabling() {
    if (enabling) {
      enabling = false;
      resumeCalls();
    }
  }

  /**
   * Queues with a wait object first: rxd opens the queue of its datagrams like the first queue or
   * counter, and then refuses queues with one behind those without.
   */
  private List<Binding> inOrder() {
    return later.stream().sorted(Comparator.comparing(b -> !b.isWaitingQueue())).toList();
  }

  /** Holds up calls for what the endpoint is bound to until {@link #resumeCalls}. */
  void holdUpCalls() {
    later.forEach(binding -> binding.object.holdUpCalls());
  }

  void resumeCalls() {
    later.forEach(binding -> binding.object.resumeCalls());
  }

  /** Carries out the closing of the endpoint in C while no thread reads. */
  int closeAlone(FabricInfo info, IntSupplier close) {
    holdUpCalls();
    try {
      if (info.endpoint().type() == EndpointType.RDM) {
        later.forEach(binding -> endpointCloses(binding.object));
        bindVector();
      }
      return close.getAsInt();
    } finally {
      resumeCalls();
      resumeAfterEnabling();
    }
  }

  private static void endpointCloses(NativeObject object) {
    if (object instanceof NativeWaitable waitable) {
      waitable.endpointCloses();
    }
  }

  /** rxm of 1.17 dereferences NULL when it closes an endpoint without an address vector. */
  private void bindVector() {
    if (!inC && vector != null) {
      endpoint.bindClosing(BIND, vector, 0);
    }
  }

  /** The endpoint is closed. */
  void release() {
    if (sharing) {
      receives.disabled(vector);
    }
    all.forEach(object -> object.removeDependent(endpoint.objectClass()));
  }
}
