package dev.weft.wire.shm;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A port that other processes can reach: a name, held by a lock; a {@link Acceptor}, at which they
 * call; and the links that came of calls.
 *
 * <p>Links come and go under the port's monitor. Nobody waits inside it for another process.
 */
final class ShmPort implements Port {
  private static final Link[] NONE = {};

  /** How long after one thread has found memory lost others may run into it. */
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ShmWire wire;
  private final ShmAddress address;
  private final PortListener owner;
  private final NameLock lock;
  private final PortHeader portHeader;
  private final ShmEventLoop shmEventLoop;
  private final Acceptor acceptor;

  /** What its peers may touch without this port; or null. */
  private final ExportedRegions grants;

  private volatile long memoryLostAt = System.nanoTime() - LATE_NANOS;

  private volatile Link[] links = NONE;
  private volatile boolean leavers;
  private volatile long newsSeen;
  private boolean closed;
  private int connectError;

  /** Opens a port under a name that the caller holds; fails where a link would have no room. */
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
    portHeader = PortHeader.create(wire.folder().news(address.endpoint()), owner.refuses());
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
    grants = owner.memory() instanceof ShmMemory memory ? memory.grants() : null;
  }

  /** Other threads see the port from now on, which is why no constructor does this. */
  private void open() throws IOException {
    acceptor.open();
    if (grants != null) {
      grants.join(this);
    }
  }

  private synchronized void closeReception() {
    closed = true;
    acceptor.close();
  }

  private void requireRoom() throws IOException {
    Path probe = wire.folder().file(address.endpoint(), "probe");
    LinkFile.create(probe, new LinkFile.Header(wire.ringCapacity(), 0, "", "")).retire();
    CloseQuietly.delete(probe);
  }

  @Override
  public String address() {
    return address.toString();
  }

  /** Says whose grants its peers may use from now on; 0 for nobody's. */
  void showGrants(long granter) {
    portHeader.showGrants(granter);
    VarHandle.fullFence(); // partner: the fence in PeerGrant.enter()
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

  // This side calls.

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
      return call(to);
    } catch (IOException e) {
      connectError = ShmFolder.ownError(e);
      return null;
    }
  }

  @Override
  public synchronized int connectError() {
    return connectError;
  }

  private ShmLink call(ShmAddress to) throws IOException {
    Path socket = wire.folder().socket(to.endpoint());
    long number = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    Path path = wire.folder().file(to.endpoint(), number + ".link");
    SocketChannel life = Connector.dial(socket);
    SocketChannel bell = null;
    boolean added = false;
    try {
      bell = Connector.dial(socket);
      PortHeader peerNews = PortHeader.open(wire.folder().news(to.endpoint()));
      ShmLink link = handshake(to, number, path, new ShmLink.Lines(life, bell), peerNews);
      add(link);
      added = true;
      peerNews.announce();
      return link;
    } finally {
      if (!added) {
        shmEventLoop.close(life, bell);
        CloseQuietly.delete(path);
      }
    }
  }

  private ShmLink handshake(
      ShmAddress to, long number, Path path, ShmLink.Lines lines, PortHeader peerNews)
      throws IOException {
    LinkFile file =
        LinkFile.create(
            path,
            new LinkFile.Header(wire.ringCapacity(), number, address.toString(), to.toString()));
    String name = path.getFileName().toString();
    Connector.handshake(lines.life(), new Handshake(Handshake.LIFE, number, name));
    Connector.handshake(lines.bell(), new Handshake(Handshake.BELL, number, name));
    return new ShmLink(this, file, true, lines, peerNews);
  }

  /** The file of a link whose acceptor is this port. */
  Path linkFile(long number) {
    return wire.folder().file(address.endpoint(), number + ".link");
  }

  /** The files of links to this port that have not come about yet. */
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

  /** Inside the monitor. */
  void add(ShmLink link) throws IOException {
    link.watch(shmEventLoop);
    Link[] more = Arrays.copyOf(links, links.length + 1);
    more[links.length] = link;
    links = more;
  }

  // Others call and leave.

  @Override
  public boolean hasNews() {
    return portHeader.count() != newsSeen ? lookForNews() : leavers;
  }

  /** Admits who has called and drops who has left; the switchboard is woken by both, but later. */
  synchronized boolean lookForNews() {
    long count = portHeader.countSurely();
    if (!closed) {
      acceptor.admitAll();
      for (Link link : links) {
        if (((ShmLink) link).hasPeerSaidGoodbye()) {
          lost((ShmLink) link);
        }
      }
    }
    newsSeen = count;
    return true;
  }

  /** The peer of a link has left, in whatever way. */
  void lost(ShmLink link) {
    synchronized (this) {
      link.hangUp(shmEventLoop);
      link.deleteFile();
      leavers |= Arrays.asList(links).contains(link);
    }
    owner.doorbell();
  }

  @Override
  public boolean mayLoseMemory() {
    return true;
  }

  @Override
  public boolean dropLostMemory() {
    boolean found = portHeader.isLost();
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
    links = Arrays.stream(links).filter(other -> !other.equals(link)).toArray(Link[]::new);
    leavers = Arrays.stream(links).anyMatch(Link::isClosed);
  }

  /** Waits until no peer is inside by a grant that is revoked, or by any, after all are. */
  void awaitOutside(long grant) {
    lookForNews(); // who got inside had called before
    if (acceptor.isCrowded()) {
      awaitCallersOutside(grant);
    }
    for (Link link : linksNow()) {
      ((ShmLink) link).awaitOutside(grant);
    }
  }

  /** With the links of all whose files have lost their names by now. */
  private synchronized Link[] linksNow() {
    return links;
  }

  /** Calls that could not be taken have files that say where the callers are. */
  private void awaitCallersOutside(long grant) {
    long start = System.nanoTime();
    boolean outside = false;
    while (!outside) {
      boolean late = System.nanoTime() - start > ShmLink.PATIENCE_NANOS;
      outside = areCallersOutside(grant, late) || late;
      if (!outside) {
        LockSupport.parkNanos(ShmLink.PAUSE_NANOS);
      }
    }
  }

  /** Inside the monitor, so that this port takes no call, and no descriptor, meanwhile. */
  private synchronized boolean areCallersOutside(long grant, boolean late) {
    try {
      return SpareDescriptors.use(
          () -> {
            boolean outside = true;
            for (Path file : linkFiles()) {
              outside &= ShmLink.isCallerOutside(file, wire.ringCapacity(), grant, late);
            }
            return outside;
          });
    } catch (IOException takenByAnother) {
      return false;
    }
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
      for (Link link : links) {
        ((ShmLink) link).sayGoodbye();
        ((ShmLink) link).hangUp(shmEventLoop);
      }
      acceptor.close();
    }
    leave();
  }

  private void closeGrants() {
    grants.hide(this);
    awaitOutside(ShmLink.ANY_GRANT);
    grants.leave(this);
  }

  private void leave() {
    ShmFolder.vacate(lock);
    ShmEventLoop.release();
    wire.left();
  }
}
