package dev.weft.provider.fabric.endpoint;

import dev.weft.fabric.Errno;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.nic.endpoint.ConnectedMachine;
import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.nic.message.MachineConfig;
import dev.weft.provider.fabric.check.EndpointLimits;
import dev.weft.provider.fabric.queue.DomainServices;
import dev.weft.wire.Link;

/**
 * The state of a connected endpoint. All operations go to its one peer, whatever their destination
 * handle.
 */
public final class ConnectedState extends EndpointState {
  private ConnectedMachine connected;
  private volatile Link peer;

  /** Milliseconds that a connection request waits for an answer; negative: no limit. */
  public volatile long connectMillis = EndpointLimits.CONNECT_MILLIS;

  /** The link to the peer, until the connection ends. */
  private volatile Link target;

  public ConnectedState(DomainServices domain, FabricInfo info) {
    super(domain, info);
  }

  @Override
  public void requirePeers() {
    requireUnbound(eventQueue == null, Errno.ENOEQ, "no event queue is bound");
  }

  @Override
  public EndpointMachine newMachine(MachineConfig parts) {
    connected = new ConnectedMachine(parts);
    return connected;
  }

  /** Sets whether a peer may come. */
  void expectPeer(boolean mayCome) {
    connected.expectPeer(mayCome);
  }

  /** Sets the peer. */
  void peer(Link link) {
    peer = link;
    target = link;
    connected.connected(link);
  }

  /** The link to the peer, also after the connection has ended; null before it is established. */
  Link peer() {
    return peer;
  }

  /** Ends the connection. */
  void disconnect() {
    target = null;
    connected.disconnect();
  }

  @Override
  public Link link(long handle) {
    Link link = target;
    return link == null || link.isClosed() ? null : link;
  }

  @Override
  public int refuseUnlinked() {
    return peer == null ? -Errno.EOPBADSTATE : -Errno.ESHUTDOWN;
  }
}
