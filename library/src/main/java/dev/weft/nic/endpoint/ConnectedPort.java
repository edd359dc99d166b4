package dev.weft.nic.endpoint;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import java.util.Arrays;
import java.util.Objects;

/**
 * The port of a connected endpoint: exposes only the links to its peer, and none before it has one.
 * Frames of other endpoints stay unread.
 */
final class ConnectedPort implements Port {
  private static final Link[] NONE = {};

  /** A snapshot of the links of the port, and those of them that lead to this peer. */
  private record Selection(String peer, Link[] all, Link[] ofPeer) {
    boolean isOf(String admitted, Link[] present) {
      return Objects.equals(peer, admitted) && Arrays.equals(all, present);
    }
  }

  private final Port port;
  private final Runnable onLastLinkRemoved;
  private volatile String peer;
  private volatile boolean expectsPeer;
  private volatile Selection selection = new Selection(null, NONE, NONE);

  /**
   * Creates a port without a peer.
   *
   * @param onLastLinkRemoved run when the peer's last link is removed, by the thread that removes
   *     it
   */
  ConnectedPort(Port port, Runnable onLastLinkRemoved) {
    this.port = port;
    this.onLastLinkRemoved = onLastLinkRemoved;
  }

  /**
   * Sets whether a peer may come, which may have left before {@link #admit}. Until then, and if
   * none has come, links that have ended are dropped. Any thread.
   */
  void expectPeer(boolean mayCome) {
    expectsPeer = mayCome;
  }

  /** Sets the peer and invalidates earlier selections. Any thread. */
  void admit(String peerAddress) {
    peer = peerAddress;
  }

  @Override
  public String address() {
    return port.address();
  }

  @Override
  public Link connect(String peerAddress) {
    return port.connect(peerAddress);
  }

  /** A link that this peer has made, which may have ended; null if there is none. */
  Link madeBy(String peerAddress) {
    boolean _ = port.hasLinkChanges();
    for (Link link : port.links()) {
      if (link.peerAddress().equals(peerAddress)) {
        return link;
      }
    }
    return null;
  }

  @Override
  public boolean ringsInProcess() {
    return port.ringsInProcess();
  }

  @Override
  public int connectError() {
    return port.connectError();
  }

  @Override
  public Link[] links() {
    Link[] all = port.links();
    String admitted = peer;
    Selection known = selection;
    return known.isOf(admitted, all) ? known.ofPeer : select(admitted, all);
  }

  private Link[] select(String admitted, Link[] all) {
    Link[] ofPeer =
        Arrays.stream(all).filter(link -> link.peerAddress().equals(admitted)).toArray(Link[]::new);
    selection = new Selection(admitted, all, ofPeer);
    return ofPeer;
  }

  /**
   * {@inheritDoc} Drops links of others that have ended; while a peer may come, each may be its
   * link, with messages that were sent before it left.
   */
  @Override
  public boolean hasLinkChanges() {
    if (!port.hasLinkChanges()) {
      return false;
    }
    Link[] all = port.links(); // before the look whether a peer may come: later ones may be its
    boolean mayCome = expectsPeer;
    String admitted = peer;
    if (admitted != null || !mayCome) {
      forgetEnded(all, admitted);
    }
    return admitted != null && port.hasLinkChanges();
  }

  private void forgetEnded(Link[] all, String admitted) {
    for (Link link : all) {
      if (link.isClosed() && !link.peerAddress().equals(admitted)) {
        port.forget(link);
      }
    }
  }

  @Override
  public void forget(Link link) {
    port.forget(link);
    if (links().length == 0) {
      onLastLinkRemoved.run();
    }
  }

  @Override
  public void close() {
    port.close();
  }
}
