package dev.weft.provider.fabric;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricInfo;
import dev.weft.nic.endpoint.ConnectedMachine;
import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.nic.endpoint.MachineConfig;
import dev.weft.wire.Link;

/**
 * An endpoint's state where there is one peer, to which everything goes, whatever handle it has.
 */
final class ConnectedState extends EndpointState {
  private ConnectedMachine connected;
  private volatile Link peer;

  /** How long a call waits for an answer; negative: for ever. */
  volatile long connectMillis = EndpointLimits.CONNECT_MILLIS;

  /** Where messages go: the peer, until it is left. */
  private volatile Link target;

  ConnectedState(SoftwareDomain domain, FabricInfo info) {
    super(domain, info);
  }

  @Override
  void requirePeers() {
    requireUnbound(eventQueue == null, Errno.ENOEQ, "no event queue is bound");
  }

  @Override
  EndpointMachine newMachine(MachineConfig parts) {
    connected = new ConnectedMachine(parts);
    return connected;
  }

  /** There is a peer now. */
  void peer(Link link) {
    peer = link;
    target = link;
    connected.connected(link);
  }

  /** The link to the peer, also after it has left; null before there is one. */
  Link peer() {
    return peer;
  }

  /** The peer is left. */
  void disconnect() {
    target = null;
    connected.disconnect();
  }

  @Override
  Link link(long handle) {
    Link link = target;
    return link == null || link.isClosed() ? null : link;
  }

  @Override
  int refuse(long handle) {
    return peer == null ? -Errno.EOPBADSTATE : -Errno.ESHUTDOWN;
  }
}
