package dev.weft.nic.endpoint;

import dev.weft.nic.matching.PostedReceive;
import dev.weft.nic.message.MachineConfig;
import dev.weft.nic.message.PeerEnd;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.Wire;

/**
 * The machine of a connected endpoint. It has no peer before {@link #connected} and one peer after
 * it. When the connection ends, all posted receives are cancelled.
 */
public final class ConnectedMachine extends EndpointMachine {
  private ConnectedPort peers;
  private boolean disconnected;

  /** Creates a machine that is not yet attached to a wire. */
  public ConnectedMachine(MachineConfig parts) {
    super(parts);
    receiver.receiveOneStream();
  }

  @Override
  public boolean attach(Wire wire, String address) {
    Port opened = wire.open(address, listener);
    peers = opened == null ? null : new ConnectedPort(opened, this::endConnection);
    port = peers;
    return opened != null;
  }

  /** {@inheritDoc} Else the link of a peer that has sent messages and left. */
  @Override
  public Link connect(String address) {
    Link link = super.connect(address);
    return link == null ? peers.madeBy(address) : link;
  }

  /** Sets whether a peer may come, which may connect, send and leave before {@link #connected}. */
  public void expectPeer(boolean mayCome) {
    peers.expectPeer(mayCome);
  }

  /** Sets the peer. Accepts its messages from now on, including those that it has sent already. */
  public void connected(Link link) {
    peers.admit(link.peerAddress());
    doorbell.ring();
  }

  /**
   * Ends the connection: pending operations fail as cancelled. On return the peer accesses no
   * buffer any more.
   */
  public void disconnect() {
    enter();
    try {
      if (!isClosed() && !disconnected) {
        advance(true);
        leave();
      }
    } finally {
      exit();
    }
  }

  /** A peer that copies from a buffer sees the links closed before the program can reuse it. */
  private void leave() {
    Link[] links = peers.links();
    peers.close();
    for (Link link : links) {
      failAll(link, PeerEnd.DISCONNECTED.number());
      peers.forget(link);
    }
  }

  private void endConnection() {
    disconnected = true;
    receiver.cancelAll();
  }

  @Override
  public void post(PostedReceive receive, boolean tagged) {
    super.post(receive, tagged);
    if (disconnected) {
      receiver.cancelAll();
    }
  }
}
