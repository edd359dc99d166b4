package dev.weft.provider.fabric.connection;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.nic.connection.ConnectionListener;
import dev.weft.nic.connection.ConnectionListener.Call;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.object.Event;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.wire.Wire;
import dev.weft.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * {@code struct fid_pep} on a {@link ConnectionListener}: reports requests as events and sends
 * rejects.
 */
public final class SoftwarePassiveEndpoint extends SoftwareObject
    implements PassiveEndpoint, EventSource {
  private static final int DEFAULT_BACKLOG = 1024;

  private final SoftwareObject fabric;
  private final Wire wire;
  private final FabricInfo info;
  private SoftwareEventQueue queue;
  private ConnectionListener listener;
  private byte[] address;
  private volatile int backlog = DEFAULT_BACKLOG;

  /** Opens a passive endpoint of a fabric with this wire. */
  public SoftwarePassiveEndpoint(
      SoftwareObject fabric, Wire wire, FabricInfo info, Object context) {
    super(ObjectClass.PEP, context);
    if (info.endpoint().type() != EndpointType.MSG) {
      throw new FabricException(
          Errno.EOPNOTSUPP,
          "fi_passive_ep",
          "info.endpoint.type=" + info.endpoint().type(),
          "Query for endpoints of type MSG");
    }
    ConnectionData.requireSource("fi_passive_ep", wire, info);
    this.fabric = fabric;
    this.wire = wire;
    this.info = info;
    this.address = info.sourceAddress();
    dependOn(fabric);
  }

  SoftwareObject fabric() {
    return fabric;
  }

  @Override
  public FabricInfo info() {
    return info;
  }

  @Override
  public synchronized void bind(EventQueue eventQueue, long flags) {
    requireNotListening("fi_pep_bind");
    Arguments.bindFlags("fi_pep_bind", flags, 0);
    SoftwareEventQueue own = SoftwareEventQueue.toBind("fi_pep_bind", eventQueue, fabric, queue);
    own.bound(this);
    queue = own;
  }

  @Override
  public synchronized void listen() {
    requireNotListening("fi_listen");
    if (queue == null) {
      throw new FabricException(
          Errno.ENOEQ, "fi_listen", "no event queue is bound", "Bind it before listening");
    }
    ConnectionListener started =
        new ConnectionListener(queue::wake, queue.sleeps(), this::asked, backlog);
    String wanted = address == null ? null : ConnectionData.text(address);
    String chosen = listen(started, wanted);
    if (chosen == null) {
      throw new FabricException(
          Errno.EADDRINUSE, "fi_listen", "sourceAddress=" + wanted, "Choose another address");
    }
    address = chosen.getBytes(StandardCharsets.UTF_8);
    listener = started;
    queue.wake(); // sleeping threads do not poll the listener yet
  }

  private String listen(ConnectionListener started, String wanted) {
    try {
      return started.listen(wire, wanted);
    } catch (WireException e) {
      throw AttributeChecks.onWire("fi_listen", e);
    }
  }

  private void requireNotListening(String call) {
    requireOpen();
    if (listener != null) {
      throw new FabricException(
          Errno.EOPBADSTATE, call, "the endpoint listens", "Do this before listening");
    }
  }

  /** Reports a request unless as many as the backlog allows are not read yet. */
  private boolean asked(Call call) {
    boolean reports = queue.unread(this) < backlog;
    if (reports) {
      queue.report(Event.connection(EventType.CONNREQ, this, infoFor(call), call.data()));
    }
    return reports;
  }

  /** The info for the accepting endpoint, without capabilities that the requester lacks. */
  private FabricInfo infoFor(Call call) {
    long useless = Capabilities.PRIMARY & ~call.capabilities();
    return info.toBuilder()
        .capabilities(info.capabilities() & ~useless)
        .handle(new SoftwareConnectionRequest(this, listener, call))
        .sourceAddress(null)
        .destinationAddress(call.address().getBytes(StandardCharsets.UTF_8))
        .build();
  }

  @Override
  public void reject(FabricObject handle, MemorySegment data) {
    requireOpen();
    if (!(handle instanceof SoftwareConnectionRequest request) || !request.isOf(this)) {
      throw AttributeChecks.invalid(
          "fi_reject", "handle=" + handle, "Give the handle of a request to this endpoint");
    }
    if (!request.reject(ConnectionData.bytes(data))) {
      throw SoftwareConnectionRequest.answered("fi_reject");
    }
  }

  @Override
  public synchronized byte[] name() {
    requireOpen();
    if (address == null) {
      throw new FabricException(
          Errno.EOPBADSTATE, "fi_getname", "the endpoint has no address yet", "Listen first");
    }
    return address.clone();
  }

  @Override
  public synchronized void name(byte[] newAddress) {
    requireNotListening("fi_setname");
    ConnectionData.requireAddress("fi_setname", wire, newAddress);
    address = newAddress.clone();
  }

  /** Passes the address to an active endpoint of the fabric; this one is not used any more. */
  public synchronized byte[] takeAddress(FabricObject ofFabric) {
    requireOpen();
    if (!fabric.equals(ofFabric)) {
      throw AttributeChecks.invalid(
          "fi_endpoint", "info.handle=" + this, "Give a passive endpoint of the same fabric");
    }
    if (listener != null) {
      listener.close();
    }
    return address;
  }

  @Override
  public long option(EndpointOption option) {
    requireOpen();
    if (Require.notNull("option", option) != EndpointOption.CM_DATA_SIZE) {
      throw new FabricException(
          Errno.ENOPROTOOPT, "fi_getopt", "option=" + option, "Allowed: CM_DATA_SIZE");
    }
    return ConnectionListener.DATA_BYTES;
  }

  @Override
  public synchronized <T> T control(ControlCommand<T> command) {
    requireOpen();
    if (Require.notNull("command", command).value() != ControlCommand.BACKLOG_VALUE) {
      throw new FabricException(
          Errno.ENOSYS, "fi_control", "command=" + command, "Allowed: BACKLOG");
    }
    backlog = (int) command.argument();
    if (listener != null) {
      listener.backlog(backlog);
    }
    return null;
  }

  @Override
  public void progress() {
    ConnectionListener listening = listener();
    if (listening != null) {
      listening.progress();
    }
  }

  @Override
  public void progressAndArm() {
    ConnectionListener listening = listener();
    if (listening != null) {
      listening.progressAndArm();
    }
  }

  private synchronized ConnectionListener listener() {
    return listener;
  }

  @Override
  public void release() {
    ConnectionListener listening = listener();
    if (listening != null) {
      listening.close();
    }
    if (queue != null) {
      queue.unbound(this);
    }
  }
}
