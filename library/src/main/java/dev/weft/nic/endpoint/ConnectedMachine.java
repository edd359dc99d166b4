package dev.weft.nic.endpoint;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.Wire;

/**
 * An endpoint with a connection: it has one peer, none before {@link #connected}, and once that has
 * left, or was left, no receive waits any longer.
 */
public final class ConnectedMachine extends EndpointMachine {
  private ConnectedPort peers;
  private boolean severed;

  /** A machine that is not yet on a wire. */
  public ConnectedMachine(MachineConfig parts) {
    super(parts);
  }

  @Override
  public boolean attach(Wire wire, String address) {
    Port opened = wire.open(address, this);
    peers = opened == null ? null : new ConnectedPort(opened, this::sever);
    port = peers;
    return opened != null;
  }

  /** The one peer. Messages that it has sent already are taken from now on. */
  public void connected(Link link) {
    peers.admit(link.peerAddress());
    doorbell();
  }

  /**
   * Leaves the peer: what is under way fails as cancelled. On return the peer touches no buffer any
   * more.
   */
  public void disconnect() {
    enter();
    try {
      if (!isClosed() && !severed) {
        advance(true);
        leave();
      }
    } finally {
      exit();
    }
  }

  private void leave() {
    Link[] links = peers.links();
    for (Link link : links) {
      giveUp(link, ConnectionEnd.NUMBER);
    }
    peers.close();
    for (Link link : links) {
      peers.forget(link);
    }
  }

  private void sever() {
    severed = true;
    receiver.cancelAll();
  }

  @Override
  public void post(PostedReceive receive, boolean tagged) {
    super.post(receive, tagged);
    if (severed) {
      receiver.cancelAll();
    }
  }
}
