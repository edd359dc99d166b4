package dev.weft.provider.fabric.endpoint;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.MessageOrder;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TriggerEvent;
import dev.weft.fabric.message.TriggeredContext;
import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.nic.matching.PostedReceive;
import dev.weft.nic.matching.SharedReceives;
import dev.weft.nic.message.MachineConfig;
import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.SourcePolicy;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.check.EndpointLimits;
import dev.weft.provider.fabric.check.EndpointRights;
import dev.weft.provider.fabric.connection.SoftwareEventQueue;
import dev.weft.provider.fabric.queue.DomainServices;
import dev.weft.provider.fabric.queue.SoftwareCompletionQueue;
import dev.weft.provider.fabric.queue.SoftwareCounter;
import dev.weft.wire.Link;
import dev.weft.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The state that an endpoint and its aliases share: the bound objects, the machine once it is
 * enabled, and the links to the peers in the address vector.
 */
public class EndpointState {
  public final FabricInfo info;
  public final DomainServices domain;
  final BoundQueues queues = new BoundQueues();
  public boolean selectiveSends;
  public boolean selectiveReceives;
  final BoundCounters counters = new BoundCounters();
  private SoftwareAddressVector vector;
  public SoftwareEventQueue eventQueue;
  private final BoundContexts contexts = new BoundContexts();
  private byte[] sourceAddress;
  public volatile EndpointMachine machine;
  public volatile long minimumMultiReceive = EndpointLimits.MIN_MULTI_RECEIVE;

  /** Whether directed receives end when their peer leaves. */
  public volatile boolean receivesEndWithPeer;

  /** The rights given by the capabilities. */
  public final EndpointRights rights;

  /** Whether accesses of a peer's memory keep their order among each other and before messages. */
  private final boolean ordersAccesses;

  private final Fences fences = new Fences();
  private Link[] links = {};
  private long linksVersion = -1;

  /** The address for which {@link #link} was null; null if the handle had none then. */
  private String unlinked;

  public EndpointState(DomainServices domain, FabricInfo info) {
    this(domain, info, EndpointRights.of(info));
  }

  protected EndpointState(DomainServices domain, FabricInfo info, EndpointRights rights) {
    this.domain = domain;
    this.info = info;
    this.rights = rights;
    this.ordersAccesses = (info.transmit().messageOrder() & ~MessageOrder.SAS) != 0;
    this.sourceAddress = info.sourceAddress();
  }

  /** The class of the objects that post here. */
  public ObjectClass objectClass() {
    return ObjectClass.EP;
  }

  /** Whether sends may be posted here. */
  public boolean mayPostSends() {
    return true;
  }

  /** Whether receives may be posted here; not if they are shared. */
  public boolean mayPostReceives() {
    return info.endpoint().receiveContextCount() != EndpointAttributes.SHARED_CONTEXT;
  }

  /** The address that peers insert into their vectors. */
  public String name() {
    return machine.address();
  }

  public boolean isReliable() {
    return info.endpoint().type() != EndpointType.DGRAM;
  }

  public boolean has(long capability) {
    return (info.capabilities() & capability) != 0;
  }

  /** {@code fi_enable(3)}. */
  public void enable() {
    queues.requireFor(rights);
    requirePeers();
    contexts.requireFor(info);
    EndpointMachine started = newMachine(parts());
    String address =
        sourceAddress == null ? null : new String(sourceAddress, StandardCharsets.UTF_8);
    SharedReceives shared = contexts.enabled(vector);
    boolean attached = false;
    try {
      attach(started, address);
      attached = true;
    } finally {
      if (!attached) {
        contexts.disabled();
      }
    }
    if (shared != null) {
      started.share(shared, selectiveReceives);
    }
    machine = started;
    announce(started);
  }

  private void attach(EndpointMachine started, String address) {
    try {
      if (!started.attach(domain.wire(), address)) {
        throw new FabricException(
            Errno.EADDRINUSE, "fi_enable", "sourceAddress=" + address, "Choose another address");
      }
    } catch (WireException e) {
      throw AttributeChecks.onWire("fi_enable", e);
    }
  }

  /** Throws if no address vector is bound; connected endpoints need an event queue instead. */
  public void requirePeers() {
    requireUnbound(vector == null, Errno.ENOAV, "no address vector is bound");
  }

  public EndpointMachine newMachine(MachineConfig parts) {
    return new EndpointMachine(parts);
  }

  public static void requireUnbound(boolean missing, int errno, String detail) {
    if (missing) {
      throw new FabricException(errno, "fi_enable", detail, "Bind it before enabling");
    }
  }

  private MachineConfig parts() {
    return new MachineConfig(
        new MachineLimits(
            (int) info.transmit().size(),
            (int) info.receive().size(),
            EndpointLimits.BUFFERS,
            EndpointLimits.EAGER_BYTES,
            EndpointLimits.STORE_BYTES),
        isReliable(),
        info.transmit().completionOrder() == MessageOrder.STRICT,
        domain.isThreadSafe(),
        new SourcePolicy(
            vector,
            has(Capabilities.SOURCE),
            has(Capabilities.DIRECTED_RECV),
            has(Capabilities.SOURCE_ERR)),
        queues.sendWriter(),
        queues.receiveWriter(),
        counters.forMachine(),
        rights.ofPeers(),
        domain.memory(),
        domain.shared(),
        new EndpointDoorbell(this),
        incarnation());
  }

  /** See {@link dev.weft.wire.PortListener#incarnation}. */
  protected long incarnation() {
    return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  }

  private void announce(EndpointMachine started) {
    queues.each(queue -> queue.enabled(started));
    counters.each(counter -> counter.enabled(started));
    if (domain.progressThread() != null) {
      domain.progressThread().add(started);
    }
  }

  /** The operations that wait for earlier ones. Caller holds the lock. */
  public Fences fences() {
    return fences;
  }

  /**
   * 0, or why no message can be sent over this link now; null means none. Caller holds the lock.
   */
  public int refuseMessage(Link link) {
    return refuse(link, link != null && ordersAccesses && machine.couldMessageOvertake(link));
  }

  /** {@link #refuseMessage} for an access of the peer's memory. */
  public int refuseAccess(Link link) {
    return refuse(link, link != null && ordersAccesses && machine.couldAccessOvertake(link));
  }

  private int refuse(Link link, boolean early) {
    if (link == null) {
      return refuseUnlinked();
    }
    return early || isFenced(link) ? -Errno.EAGAIN : 0;
  }

  /** Whether a fence holds back operations to this peer. */
  private boolean isFenced(Link link) {
    return !fences.isEmpty() && fences.holds(link);
  }

  /**
   * Starts an operation once all earlier operations to its peer are complete. An injected operation
   * cannot wait, because its buffers are free on return: it returns {@code -FI_EAGAIN}. Caller
   * holds the lock.
   */
  public int fence(long peer, DelayedPost operation, boolean inject) {
    Link link = link(peer);
    int refused = link == null ? refuseUnlinked() : 0;
    if (refused != 0) {
      return refused;
    }
    if (link == null || (!isFenced(link) && machine.isIdle(link))) {
      return operation.start() ? 0 : -Errno.EAGAIN;
    }
    if (inject) {
      return -Errno.EAGAIN;
    }
    fences.add(link, operation);
    machine.afterAdvance(this::startFenced);
    return 0;
  }

  /** Tries once more after room was asked for: entries may have been read since. */
  private void startFenced() {
    if (!fences.start(this)) {
      queues.wantRoom();
      fences.start(this);
    }
    if (fences.isEmpty()) {
      machine.afterAdvance(null);
    }
  }

  /** Starts an operation once a counter has reached a value. */
  public int trigger(DelayedPost operation, TriggeredContext trigger, long flags) {
    SoftwareCounter counter =
        trigger == null ? null : SoftwareCounter.of(domain, trigger.counter());
    boolean inject = (flags & OperationFlags.INJECT) != 0;
    if (counter == null || inject || trigger.eventType() != TriggerEvent.THRESHOLD) {
      return -Errno.EINVAL;
    }
    domain.work().add(new TriggeredOperation(counter, trigger.threshold(), operation));
    if (machine.isClosed()) {
      domain.work().drop(this); // partner: release() drops after the machine is closed
    }
    return 0;
  }

  /** Completes an accepted operation with an error; false if the queue has no room now. */
  public boolean fail(DelayedPost.Kind kind, long context, int error) {
    EndpointMachine failing = machine;
    failing.enter();
    try {
      return failing.isClosed()
          || failing.fail(kind.receives(), context, kind.completionFlags(), error);
    } finally {
      failing.exit();
    }
  }

  /** Closes the machine and unbinds all objects. */
  public void release() {
    EndpointMachine ended = machine;
    if (ended != null) {
      if (domain.progressThread() != null) {
        domain.progressThread().remove(ended);
      }
      ended.close();
    }
    domain.work().drop(this);
    unbind(ended);
  }

  private void unbind(EndpointMachine ended) {
    queues.each(queue -> queue.unbound(objectClass(), ended));
    counters.each(counter -> counter.unbound(objectClass(), ended));
    if (vector != null) {
      vector.removeDependent(objectClass());
    }
    contexts.leave();
  }

  /** Sets the address that the endpoint asks for when it is enabled. */
  public final void sourceAddress(byte[] address) {
    sourceAddress = address;
  }

  protected final boolean hasVector() {
    return vector != null;
  }

  public void bind(SoftwareAddressVector own) {
    if (vector != null) {
      throw AttributeChecks.invalid("fi_ep_bind", "an address vector is bound already", "Bind one");
    }
    own.addDependent(objectClass());
    vector = own;
  }

  public final void bind(SoftwareCounter counter, long flags) {
    counters.bind(objectClass(), counter, flags);
  }

  public final void bind(SoftwareSharedReceiveContext context) {
    contexts.bind(this, context);
  }

  public final void bind(SoftwareSharedTransmitContext context) {
    contexts.bind(this, context);
  }

  public void bind(SoftwareCompletionQueue queue, long flags) {
    boolean transmit = (flags & BindFlags.TRANSMIT) != 0;
    boolean receive = (flags & BindFlags.RECV) != 0;
    boolean selective = (flags & BindFlags.SELECTIVE_COMPLETION) != 0;
    queues.bind(objectClass(), queue, transmit, receive);
    selectiveSends |= transmit && selective;
    selectiveReceives |= receive && selective;
  }

  /**
   * Called after {@link #link} was null: 0 for a peer without an endpoint, or why nothing can be
   * sent to the handle. Caller holds the lock.
   */
  public int refuseUnlinked() {
    return unlinked == null ? -Errno.EINVAL : -machine.connectError();
  }

  /** The link to a peer, or null if no endpoint has its address. Caller holds the lock. */
  public Link link(long handle) {
    long version = vector.version();
    if (version != linksVersion) {
      links = new Link[0];
      linksVersion = version;
    }
    long index = Long.rotateLeft(handle, vector.contextBits());
    Link known = index >= 0 && index < links.length ? links[(int) index] : null;
    return known == null || known.isClosed() ? connect(handle) : known;
  }

  /**
   * Binds a receive to a peer, so that it ends when the peer leaves. Caller holds the lock.
   *
   * @return 0, or why there can be no link to this handle
   */
  public int bindToPeer(PostedReceive receive, long handle) {
    Link link = link(handle);
    int refused = link == null ? refuseUnlinked() : 0;
    if (refused == 0) {
      machine.peerBoundReceives().bind(receive, link, unlinked);
    }
    return refused;
  }

  private Link connect(long handle) {
    String address = vector.addressOf(handle);
    Link link = address == null ? null : machine.connect(address);
    if (link == null) {
      unlinked = address;
    } else {
      int index = (int) Long.rotateLeft(handle, vector.contextBits());
      links = index < links.length ? links : Arrays.copyOf(links, index + 8);
      links[index] = link;
    }
    return link;
  }
}
