package dev.weft.ffm.object;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.connection.EndpointConnection;
import dev.weft.ffm.event.EventSubject;
import dev.weft.ffm.event.NativeEventQueue;
import java.lang.foreign.MemorySegment;

/** {@code struct fid_ep} of libfabric. */
final class NativeEndpoint extends AbstractEndpoint implements EventSubject {
  private final NativeDomain domain;
  private final EndpointBindings bound;
  private NativeAddressVector unused;

  private final EndpointConnection connection;
  private NativeEventQueue events;

  /**
   * An endpoint that C has opened.
   *
   * @param isAsked whether for a connection request
   */
  NativeEndpoint(NativeDomain domain, FabricInfo info, boolean isAsked, long fid, Object context) {
    super(ObjectClass.EP, domain.endpointState(info), fid, context);
    this.domain = domain;
    this.bound = new EndpointBindings(this, domain);
    this.connection = new EndpointConnection(this, info, isAsked, CONNECTION, OPS);
  }

  // Binding.

  @Override
  public synchronized void bind(CompletionQueue queue, long flags) {
    bound.add(queue, flags);
  }

  @Override
  public synchronized void bind(AddressVector vector, long flags) {
    bound.add(vector, flags);
  }

  @Override
  public synchronized void bind(Counter counter, long flags) {
    bound.add(counter, flags);
  }

  @Override
  public synchronized void bind(EventQueue queue, long flags) {
    NativeEventQueue own = EndpointBindings.member("queue", queue, NativeEventQueue.class);
    if (!own.isOf(domain.fabric()) || events != null) {
      throw EndpointBindings.refused(
          events == null ? "queue of another fabric" : "a queue is bound already");
    }
    bound.requireUnenabled("fi_ep_bind");
    bound.addNow(own, flags);
    events = own;
  }

  @Override
  public synchronized void bind(SharedReceiveContext context, long flags) {
    bound.add(context, flags);
  }

  @Override
  public synchronized void bind(SharedTransmitContext context, long flags) {
    bound.add(context, flags);
  }

  @Override
  public synchronized void enable() {
    bound.requireUnenabled("fi_enable");
    requireEvents();
    bound.requireComplete(info);
    connection.requireFreeName();
    bound.shareReceives();
    bindEvents();
    bound.enable();
  }

  private void requireEvents() {
    if (lacksEvents() && domain.events() == null) {
      throw new FabricException(
          Errno.ENOEQ, "fi_enable", "no event queue is bound", "Bind one before enable()");
    }
  }

  /** The event queue of the domain, if there is none of the endpoint. */
  private void bindEvents() {
    if (lacksEvents()) {
      bind(domain.events(), 0);
    }
  }

  private boolean lacksEvents() {
    return info.endpoint().type() == EndpointType.MSG && events == null;
  }

  private void enableOnce() {
    if (!isEnabled()) {
      enable();
    }
  }

  /** Any vector will do to close the endpoint, see {@link EndpointBindings}. */
  @Override
  protected void beforeClose() {
    if (!bound.hasVector() && !isEnabled() && info.endpoint().type() == EndpointType.RDM) {
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
    domain.removeDependent(objectClass());
  }

  // Names.

  @Override
  public byte[] name() {
    return connection.name();
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
    bound.requireUnenabled("fi_setname");
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
