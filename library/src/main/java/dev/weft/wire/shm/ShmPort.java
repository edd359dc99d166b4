package dev.weft.wire.shm;

import dev.weft.wire.LayoutVersion;
import dev.weft.wire.Link;
import dev.weft.wire.LinkEvent;
import dev.weft.wire.OpenPorts;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.shm.folder.CloseQuietly;
import dev.weft.wire.shm.folder.FileReclaimer;
import dev.weft.wire.shm.folder.NameLock;
import dev.weft.wire.shm.folder.ShmAddress;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A port that other processes can reach: a name, held by a lock; an {@link Acceptor} and a {@link
 * LinkInitiator} for connections; and the links.
 *
 * <p>Links are added and removed under the port's monitor, in which no thread waits for another
 * process.
 */
final class ShmPort implements Port {
  private static final Link[] NONE = {};

  /** How long other threads may still get a fault after one thread found the memory lost. */
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ShmWire wire;
  private final ShmAddress address;
  private final PortListener owner;
  private final NameLock lock;
  private final PortFile portFile;
  private final ShmEventLoop shmEventLoop;
  private final Acceptor acceptor;
  private final LinkInitiator initiator;
  private final UnacceptedPeers unacceptedPeers = new UnacceptedPeers(this);
  private final DroppedLinks dropped = new DroppedLinks();

  /** The regions that peers access directly; or null. */
  private final ExportedRegions grants;

  private volatile long memoryLostAt = System.nanoTime() - LATE_NANOS;

  private volatile Link[] links = NONE;
  private volatile boolean closedLinks;
  private volatile long countSeen;
  private boolean closed;
  private int connectError;

  /** Opens a port under a name that the caller holds; fails if a link would have no room. */
  static ShmPort open(ShmWire wire, ShmAddress address, PortListener owner, NameLock lock)
      throws IOException {
    ShmPort port = new ShmPort(wire, address, owner, lock);
    boolean opened = false;
    try {
      port.open();
      opened = true;
      return port;
    } finally {
      if (!opened) {
        port.closeReception();
        ShmEventLoop.release();
      }
    }
  }

  private ShmPort(ShmWire wire, ShmAddress address, PortListener owner, NameLock lock)
      throws IOException {
    this.wire = wire;
    this.address = address;
    this.owner = owner;
    this.lock = lock;
    requireRoom();
    portFile =
        PortFile.create(
            wire.folder().portFile(address.endpoint()), owner.refuses(), owner.incarnation());
    shmEventLoop = ShmEventLoop.acquire();
    Acceptor opened = null;
    try {
      opened = new Acceptor(this, shmEventLoop, wire.folder().socket(address.endpoint()));
    } finally {
      if (opened == null) {
        ShmEventLoop.release();
      }
    }
    acceptor = opened;
    initiator = new LinkInitiator(this, shmEventLoop);
    grants = owner.memory() instanceof ShmMemory memory ? memory.grants() : null;
  }

  /** Publishes the port to other threads, which a constructor must not do. */
  private void open() throws IOException {
    acceptor.open();
    if (grants != null) {
      grants.join(this);
    }
    OpenPorts.opened(this);
  }

  private synchronized void closeReception() {
    closed = true;
    acceptor.close();
  }

  private void requireRoom() throws IOException {
    Path probe = wire.folder().file(address.endpoint(), "probe");
    LinkFile.create(probe, new LinkFile.Header(wire.newRingBytes(), 0, "", "", 0)).retire();
    CloseQuietly.delete(probe);
  }

  @Override
  public String address() {
    return address.toString();
  }

  /** Publishes the owner whose grants peers may use from now on; 0 for none. */
  void showGrants(long granter) {
    portFile.showGrants(granter);
    VarHandle.fullFence(); // partner: the fence in PeerGrant.enter()
  }

  @Override
  public void admit(long word) {
    portFile.admit(word);
    VarHandle.fullFence(); // partner: the fence in PeerGrant.enter()
  }

  @Override
  public void awaitNoAccess() {
    if (grants != null && grants.anyExported()) {
      try (AccessWait wait = new AccessWait(AccessWait.ANY_GRANT)) {
        awaitAccessEnd(wait);
      }
    }
  }

  PortListener owner() {
    return owner;
  }

  ShmWire wire() {
    return wire;
  }

  @Override
  public Link[] links() {
    return links;
  }

  UnacceptedPeers unacceptedPeers() {
    return unacceptedPeers;
  }

  ShmFolder folder() {
    return wire.folder();
  }

  @Override
  public synchronized Link connect(String peer) {
    Link known = linkTo(peer);
    ShmAddress to = ShmAddress.parse(peer);
    connectError = 0;
    if (known != null || closed || to == null || !to.fabric().equals(address.fabric())) {
      return known;
    }
    try {
      return initiator.connect(to);
    } catch (OtherVersionException e) {
      shmEventLoop.failures.report(e);
      connectError = LayoutVersion.error(e.version());
      return null;
    } catch (IOException e) {
      connectError = Connector.errorOf(e);
      return null;
    }
  }

  @Override
  public synchronized int connectError() {
    return connectError;
  }

  /** The file of a link whose acceptor is this port. */
  Path linkFile(long number) {
    return wire.folder().file(address.endpoint(), number + ".link");
  }

  /** The files of links to this port that are not established yet. */
  List<Path> linkFiles() throws IOException {
    return wire.folder().files(address.endpoint(), ".link");
  }

  private Link linkTo(String peer) {
    for (Link link : links) {
      if (link.peerAddress().equals(peer) && !link.isClosed()) {
        return link;
      }
    }
    return null;
  }

  /** Caller holds the monitor. */
  void add(ShmLink link) throws IOException {
    link.watch(shmEventLoop);
    LinkEvent.made(this, link);
    Link[] more = Arrays.copyOf(links, links.length + 1);
    more[links.length] = link;
    links = more;
  }

  // Changes of the links.

  @Override
  public boolean hasLinkChanges() {
    return portFile.count() != countSeen ? readLinkChanges() : closedLinks;
  }

  /**
   * Accepts pending connections and drops peers that have left. The event loop reports both, but
   * later.
   */
  boolean readLinkChanges() {
    if (admitAndPart()) {
      owner.doorbell();
    }
    return true;
  }

  /** Whether a peer has left. */
  private synchronized boolean admitAndPart() {
    boolean left = false;
    long count = portFile.countSurely();
    if (!closed) {
      acceptor.admitAll();
      for (Link link : links) {
        if (((ShmLink) link).hasPeerClosed()) {
          part((ShmLink) link);
          left = true;
        }
      }
    }
    countSeen = count;
    return left;
  }

  /** The peer of a link has left or died. */
  void peerLeft(ShmLink link) {
    part(link);
    owner.doorbell(); // not in the monitor: it may process what has arrived, and forget links
  }

  private synchronized void part(ShmLink link) {
    link.disconnect(shmEventLoop);
    link.deleteFile();
    closedLinks |= Arrays.asList(links).contains(link);
  }

  @Override
  public boolean mayLoseMemory() {
    return true;
  }

  @Override
  public boolean dropLostMemory() {
    boolean found = portFile.isLost();
    for (Link link : links) {
      found |= link.hasLostMemory();
    }
    long now = System.nanoTime();
    if (found) {
      memoryLostAt = now;
    }
    return now - memoryLostAt < LATE_NANOS;
  }

  @Override
  public synchronized void forget(Link link) {
    LinkEvent.lost(this, link);
    ((ShmLink) link).announceClose();
    dropped.add((ShmLink) link);
    links = Arrays.stream(links).filter(other -> !other.equals(link)).toArray(Link[]::new);
    closedLinks = hasEndedLink();
    ((ShmLink) link).retire();
  }

  /** Waits until no peer has an access in progress by a revoked grant, or by any. */
  void awaitAccessEnd(AccessWait wait) {
    readLinkChanges(); // a peer with an access had connected before
    wait.await(linksNow(), acceptor.isFull() ? unacceptedPeers : null);
  }

  /** All links, including those whose files have lost their names, and dropped ones. */
  private synchronized Link[] linksNow() {
    return dropped.appendedTo(links);
  }

  @Override
  public void close() {
    if (grants != null) {
      closeGrants();
    }
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      OpenPorts.closed(this);
      for (Link link : links) {
        ((ShmLink) link).announceClose();
        ((ShmLink) link).disconnect(shmEventLoop);
        ((ShmLink) link).retire();
      }
      acceptor.close();
    }
    leave();
  }

  private void closeGrants() {
    grants.hide(this);
    awaitNoAccess();
    grants.leave(this);
  }

  private void leave() {
    FileReclaimer.vacate(lock);
    ShmEventLoop.release();
    wire.left();
  }
}
