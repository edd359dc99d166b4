package dev.weft.wire.shm;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.PortOwner;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * A port that other processes can reach: a name, held by a lock; a socket, at which they call; and
 * the links that came of calls.
 *
 * <p>Links come and go under the port's monitor. Nobody waits inside it for another process.
 */
final class ShmPort implements Port {
  private static final Link[] NONE = {};
  private static final Pattern LINK_FILE = Pattern.compile("[A-Za-z0-9_%-]+\\.[0-9]+\\.link");

  /** Calls that may wait until the switchboard takes them. */
  private static final int BACKLOG = 1024;

  private final ShmWire wire;
  private final ShmAddress address;
  private final PortOwner owner;
  private final NameLock lock;
  private final ServerSocketChannel server;
  private final Switchboard switchboard;
  private final Set<Caller> callers = new HashSet<>();
  private final Map<Long, Caller> lives = new HashMap<>();
  private long lastFile;
  private volatile Link[] links = NONE;
  private volatile boolean leavers;
  private boolean closed;

  private ShmPort(
      ShmWire wire,
      ShmAddress address,
      PortOwner owner,
      NameLock lock,
      ServerSocketChannel server,
      Switchboard switchboard) {
    this.wire = wire;
    this.address = address;
    this.owner = owner;
    this.lock = lock;
    this.server = server;
    this.switchboard = switchboard;
  }

  /** Opens a port under a name that the caller holds; fails where a link would have no room. */
  static ShmPort open(ShmWire wire, ShmAddress address, PortOwner owner, NameLock lock)
      throws IOException {
    Path probe = wire.folder().file(address.endpoint(), "probe");
    LinkFile.create(probe, new LinkFile.Header(wire.ringCapacity(), 0, "", ""));
    wire.folder().requireOwner(probe);
    Quietly.delete(probe);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    Switchboard switchboard = Switchboard.acquire();
    ShmPort port = null;
    try {
      server.configureBlocking(false);
      server.bind(UnixDomainSocketAddress.of(wire.folder().socket(address.endpoint())), BACKLOG);
      port = new ShmPort(wire, address, owner, lock, server, switchboard);
      switchboard.watch(server, SelectionKey.OP_ACCEPT, port.new Door());
      return port;
    } finally {
      if (port == null) {
        switchboard.close(server);
        Switchboard.release();
      }
    }
  }

  @Override
  public String address() {
    return address.toString();
  }

  PortOwner owner() {
    return owner;
  }

  @Override
  public Link[] links() {
    return links;
  }

  @Override
  public boolean hasLeavers() {
    return leavers;
  }

  // This side calls.

  @Override
  public synchronized Link connect(String peer) {
    Link known = linkTo(peer);
    ShmAddress to = ShmAddress.parse(peer);
    if (known != null || closed || to == null || !to.fabric().equals(address.fabric())) {
      return known;
    }
    try {
      return call(to);
    } catch (IOException nobodyAnswers) {
      return null;
    }
  }

  private ShmLink call(ShmAddress to) throws IOException {
    Path socket = wire.folder().socket(to.endpoint());
    Path path = wire.folder().file(address.endpoint(), ++lastFile + ".link");
    SocketChannel life = Dialing.dial(socket);
    SocketChannel bell = null;
    ShmLink link = null;
    try {
      bell = Dialing.dial(socket);
      link = link(to, path, new ShmLink.Lines(life, bell));
      add(link);
      return link;
    } finally {
      if (link == null) {
        Quietly.close(life);
        Quietly.close(bell);
        Quietly.delete(path);
      }
    }
  }

  private ShmLink link(ShmAddress to, Path path, ShmLink.Lines lines) throws IOException {
    long number = ThreadLocalRandom.current().nextLong();
    LinkFile file =
        LinkFile.create(
            path,
            new LinkFile.Header(wire.ringCapacity(), number, address.toString(), to.toString()));
    String name = path.getFileName().toString();
    Dialing.greet(lines.life(), new Greeting(Greeting.LIFE, number, name));
    Dialing.greet(lines.bell(), new Greeting(Greeting.BELL, number, name));
    return new ShmLink(this, to.toString(), path, file.fromInitiator(), file.fromAcceptor(), lines);
  }

  private Link linkTo(String peer) {
    for (Link link : links) {
      if (link.peerAddress().equals(peer) && !link.isClosed()) {
        return link;
      }
    }
    return null;
  }

  private void add(ShmLink link) throws IOException {
    link.watch(switchboard);
    Link[] more = Arrays.copyOf(links, links.length + 1);
    more[links.length] = link;
    links = more;
  }

  // Others call; on the switchboard's thread.

  /** Takes calls. */
  private final class Door implements Switchboard.Line {
    @Override
    public void ready() throws IOException {
      SocketChannel channel = server.accept();
      while (channel != null) {
        admit(channel);
        channel = server.accept();
      }
    }

    @Override
    public void ended() {}
  }

  private synchronized void admit(SocketChannel channel) throws IOException {
    if (closed) {
      channel.close();
      return;
    }
    channel.configureBlocking(false);
    Caller caller = new Caller(this, channel);
    callers.add(caller);
    switchboard.watch(channel, SelectionKey.OP_READ, caller);
  }

  /** A caller has said what it wants; an exception sends it away. */
  void greeted(Caller caller, Greeting greeting) throws IOException {
    if (greeting.line() == Greeting.LIFE) {
      meet(greeting.number(), caller);
    } else {
      accept(caller, greeting);
      owner.doorbell();
    }
  }

  private synchronized void meet(long number, Caller life) {
    lives.put(number, life);
  }

  private synchronized void accept(Caller bell, Greeting greeting) throws IOException {
    Caller life = lives.remove(greeting.number());
    if (closed || life == null || !LINK_FILE.matcher(greeting.file()).matches()) {
      throw new IOException("no such call");
    }
    Path path = wire.folder().resolve(greeting.file());
    LinkFile file = LinkFile.open(path);
    LinkFile.Header header = file.header();
    if (header.number() != greeting.number()
        || !header.acceptor().equals(address.toString())
        || !wire.isAddress(header.initiator())) {
      throw new IOException("the link file is not for this call");
    }
    Quietly.delete(path); // both have mapped it
    callers.remove(life);
    callers.remove(bell);
    add(
        new ShmLink(
            this,
            header.initiator(),
            path,
            file.fromAcceptor(),
            file.fromInitiator(),
            new ShmLink.Lines(life.channel(), bell.channel())));
  }

  /** A caller that did not become a link. */
  synchronized void forget(Caller caller) {
    callers.remove(caller);
    lives.values().remove(caller);
    switchboard.close(caller.channel());
  }

  // Leaving.

  /** The peer of a link has left, in whatever way. */
  void lost(ShmLink link) {
    synchronized (this) {
      link.markLeft();
      link.hangUp(switchboard);
      leavers |= Arrays.asList(links).contains(link);
    }
    owner.doorbell();
  }

  @Override
  public synchronized void forget(Link link) {
    links = Arrays.stream(links).filter(other -> !other.equals(link)).toArray(Link[]::new);
    leavers = Arrays.stream(links).anyMatch(Link::isClosed);
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      for (Link link : links) {
        ((ShmLink) link).hangUp(switchboard);
      }
      callers.forEach(caller -> switchboard.close(caller.channel()));
      switchboard.close(server);
    }
    leave();
  }

  private void leave() {
    try {
      wire.folder().removeFiles(address.endpoint());
    } catch (IOException nothingLeftToDo) {
      // whoever starts next tries again
    }
    Quietly.close(lock);
    Switchboard.release();
    wire.left();
  }
}
