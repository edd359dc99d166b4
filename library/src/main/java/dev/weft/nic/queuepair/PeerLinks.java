package dev.weft.nic.queuepair;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.wire.LayoutVersion;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import java.util.concurrent.TimeUnit;

/**
 * The links of a queue pair: to the one peer of a connected queue pair, or to any number of peers.
 * The caller holds the machine's lock.
 */
public final class PeerLinks {
  private static final int CACHED = 256;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final AddressMap addresses;
  private final boolean connected;
  private Port port;

  private String peerAddress;
  private int peerNumber = -1;
  private boolean reachable;
  private Link peer;

  /** Connecting costs time: after a failure, it is tried again after a pause, or at a retry. */
  private boolean mayCall = true;

  private long calledAt;

  /** Whether the last call failed because the peer uses another version. */
  private boolean ofOtherVersion;

  /** Version of the connection for which a link's peer check is cached. */
  private long connection;

  private final int[] cachedNumbers;
  private final Link[] cachedLinks;

  PeerLinks(AddressMap addresses, boolean connected) {
    this.addresses = addresses;
    this.connected = connected;
    cachedNumbers = new int[connected ? 0 : CACHED];
    cachedLinks = new Link[connected ? 0 : CACHED];
  }

  void attach(Port opened) {
    port = opened;
  }

  /** Sets the peer. */
  void connectTo(Attributes attributes) {
    if (connected && (attributes.peer != peerNumber || attributes.reachable != reachable)) {
      peerNumber = attributes.peer;
      reachable = attributes.reachable;
      peerAddress = addresses.addressOf(peerNumber);
      connection++;
      peer = null;
      ofOtherVersion = false;
    }
    mayCall = true;
  }

  void mayCallAgain() {
    mayCall = true;
  }

  /** Whether this link's frames are accepted: it is the peer's, or any peer is accepted. */
  @SuppressWarnings("ReferenceEquality") // compares identity
  boolean listensTo(Link link) {
    if (!connected || link == peer) {
      return true;
    }
    if (link.peerHandleVersion != connection) {
      link.peerHandle = reachable && link.peerAddress().equals(peerAddress) ? 1 : 0;
      link.peerHandleVersion = connection;
    }
    if (link.peerHandle == 1 && (peer == null || peer.isClosed()) && !link.isClosed()) {
      peer = link;
    }
    return link.peerHandle == 1;
  }

  /** The link to the peer, or null if it cannot be reached. */
  public Link peer() {
    if (peer != null && !peer.isClosed()) {
      return peer;
    }
    peer = null;
    if (reachable && (mayCall || System.nanoTime() - calledAt > PAUSE_NANOS)) {
      peer = port.connect(peerAddress);
      mayCall = peer != null;
      calledAt = System.nanoTime();
      ofOtherVersion = peer == null && LayoutVersion.isError(port.connectError());
    }
    return peer;
  }

  /**
   * After {@link #peer} was null: whether the peer uses another version, so retries are useless.
   */
  boolean isOfOtherVersion() {
    return ofOtherVersion;
  }

  /** The link to a queue pair, or null if it cannot be reached. */
  Link link(int number) {
    int slot = number & (CACHED - 1);
    Link known = cachedLinks[slot];
    if (known == null || cachedNumbers[slot] != number || known.isClosed()) {
      known = port.connect(addresses.addressOf(number & SequenceNumbers.MASK));
      cachedNumbers[slot] = number;
      cachedLinks[slot] = known;
    }
    return known;
  }

  /** Removes a link that has ended. */
  void forget(Link link) {
    port.forget(link);
    if (link.equals(peer)) {
      peer = null;
    }
    for (int slot = 0; slot < cachedLinks.length; slot++) {
      if (link.equals(cachedLinks[slot])) {
        cachedLinks[slot] = null;
      }
    }
  }
}
