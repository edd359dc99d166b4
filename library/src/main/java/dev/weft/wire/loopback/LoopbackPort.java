package dev.weft.wire.loopback;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.InProcessPeer;
import dev.weft.wire.Link;
import dev.weft.wire.LinkEvent;
import dev.weft.wire.OpenPorts;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import java.util.Arrays;

/** A port within the process. */
final class LoopbackPort implements Port {
  private static final Link[] NONE = {};

  private final LoopbackWire wire;
  private final String address;
  private final PortListener owner;
  private volatile Link[] links = NONE;
  private volatile boolean closed;
  private volatile boolean closedLinks;

  LoopbackPort(LoopbackWire wire, String address, PortListener owner) {
    this.wire = wire;
    this.address = address;
    this.owner = owner;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public Link connect(String peer) {
    return wire.connect(this, peer);
  }

  @Override
  public Link[] links() {
    return links;
  }

  @Override
  public void forget(Link link) {
    wire.locked(
        () -> {
          LinkEvent.lost(this, link);
          links = without(link);
          findClosedLinks();
          ((LoopbackLink) link).retire();
        });
  }

  @Override
  public boolean ringsInProcess() {
    return true;
  }

  @Override
  public boolean hasLinkChanges() {
    return closedLinks;
  }

  @Override
  public void close() {
    OpenPorts.closed(this);
    wire.leave(this);
    for (Link link : links) {
      ((LoopbackLink) link).wakePeer();
    }
    wire.locked(this::retireAll);
  }

  private void retireAll() {
    for (Link link : links) {
      ((LoopbackLink) link).retire();
    }
    links = NONE;
  }

  /** Called under the wire's lock, so that no {@link #forget} of a peer misses it. */
  void markClosed() {
    closed = true;
    for (Link link : links) {
      ((LoopbackLink) link).peer().findClosedLinks();
    }
  }

  /** The other end of a link was broken. */
  void lostLink() {
    wire.locked(this::findClosedLinks);
    owner.doorbell();
  }

  /**
   * Checks for links whose peer has left. Caller holds the wire's lock. A peer forgotten before it
   * left is ignored.
   */
  private void findClosedLinks() {
    closedLinks = hasEndedLink();
  }

  PortListener owner() {
    return owner;
  }

  InProcessPeer inProcessPeer() {
    return wire.isDirect() ? owner.inProcessPeer() : null;
  }

  DirectPeer direct() {
    return wire.isDirect() ? owner.direct() : null;
  }

  boolean isClosed() {
    return closed;
  }

  /** The live link to a peer, or null. */
  LoopbackLink linkTo(String peer) {
    for (Link link : links) {
      if (link.peerAddress().equals(peer) && !link.isClosed()) {
        return (LoopbackLink) link;
      }
    }
    return null;
  }

  /** The links with another one, which {@link #replace} adds. Caller holds the wire's lock. */
  Link[] with(Link link) {
    LinkEvent.made(this, link);
    Link[] more = Arrays.copyOf(links, links.length + 1);
    more[links.length] = link;
    return more;
  }

  /** Caller holds the wire's lock. */
  void replace(Link[] byLinks) {
    links = byLinks;
  }

  private Link[] without(Link link) {
    return Arrays.stream(links).filter(other -> !other.equals(link)).toArray(Link[]::new);
  }
}
