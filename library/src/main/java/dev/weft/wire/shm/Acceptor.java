package dev.weft.wire.shm;

import dev.weft.wire.shm.folder.CloseQuietly;
import dev.weft.wire.shm.folder.ExitCleanup;
import dev.weft.wire.shm.folder.ShmAddress;
import dev.weft.wire.shm.folder.ShmErrors;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Accepts connections to a port. A peer opens two connections, and a handshake on each names its
 * link; when both are accepted the link is made.
 *
 * <p>A peer that leaves before it is accepted still gets a link, so that its frames are read. It
 * opens both connections and writes both handshakes before it closes one, so once a connection is
 * found closed the other one can be accepted and read. A closed connection that has no partner
 * after the next look, which accepts and reads all, is discarded.
 *
 * <p>Two connections that cannot become a link, because this process has no descriptor, room or
 * heap left, are kept like those that cannot be accepted: their peer has sent messages already.
 *
 * <p>Guarded by the port's monitor. A handshake is checked before use. A peer with an invalid
 * handshake is disconnected, and so is one without a handshake while there are too many. The link
 * file of a rejected peer is deleted.
 */
final class Acceptor implements ShmEventLoop.ChannelHandler {

  /** Connections in the socket's backlog. */
  private static final int BACKLOG = 1024;

  /** Maximum number of accepted connections without a handshake. */
  static final int MAX_PENDING = 1024;

  /** How long a connection may lack a handshake when there are this many. */
  private static final long HANDSHAKE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How long the event loop pauses if connections cannot be accepted. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** More than a connection takes of the heap. */
  private static final int HEAP_BYTES = 1 << 13;

  private final ShmPort port;
  private final ShmEventLoop shmEventLoop;
  private final ServerSocketChannel server;
  private final Set<PendingConnection> pending = new LinkedHashSet<>();
  private final Map<Long, PendingConnection> waiting = new HashMap<>();

  /** Connections that could not become a link, each with its partner. */
  private final List<PendingConnection> unmade = new ArrayList<>();

  /** Volatile, so that the compiler does not remove the allocation. */
  private volatile byte[] heap;

  /** Whether a connection was rejected whose link file may still exist. */
  private boolean orphans;

  /** Whether there are connections that could not be accepted, or not become a link. */
  private volatile boolean full;

  /** Binds the socket; connections are accepted after {@link #open}. */
  Acceptor(ShmPort port, ShmEventLoop shmEventLoop, Path socket) throws IOException {
    this.port = port;
    this.shmEventLoop = shmEventLoop;
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    boolean done = false;
    try {
      server.configureBlocking(false);
      ExitCleanup.making(() -> server.bind(UnixDomainSocketAddress.of(socket), BACKLOG));
      ShmFolder.keepForOwner(socket);
      done = true;
    } finally {
      if (!done) {
        shmEventLoop.close(server);
      }
    }
  }

  /** Registers with the event loop, once the port is complete. */
  void open() throws IOException {
    shmEventLoop.watch(server, SelectionKey.OP_ACCEPT, this);
  }

  /** An accepted connection that does not belong to a link yet. */
  private final class PendingConnection implements ShmEventLoop.ChannelHandler {
    final SocketChannel channel;
    private final ByteBuffer words = ByteBuffer.allocate(ShmLayout.HANDSHAKE_BYTES);
    private final long since = System.nanoTime();
    private Handshake handshake;
    private boolean closed;

    /** The other connection of the same link, if that could not be made. */
    private PendingConnection partner;

    PendingConnection(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void ready() throws IOException {
      synchronized (port) {
        if (!pending.contains(this)) {
          return; // belongs to a link now, which handles the event
        }
        admitAll();
      }
      port.owner().doorbell();
    }

    void read() throws IOException {
      int bytes = ConnectionBuffers.read(channel, words);
      closed = bytes < 0;
      if (handshake == null ? closed : bytes > 0) {
        throw new EOFException("the peer closed early, or sent more than a handshake");
      }
      if (handshake == null && !words.hasRemaining()) {
        handshake = Handshake.decode(words.flip());
        words.clear();
        handshakeRead(this);
      }
    }

    @Override
    public void ended() {
      synchronized (port) {
        reject(this);
      }
    }
  }

  @Override
  public void ready() {
    port.readLinkChanges();
    port.owner().doorbell();
    if (full) {
      LockSupport.parkNanos(
          PAUSE_NANOS); // else the selector would report the same connections at once
    }
  }

  @Override
  public void ended() {}

  /** Whether there are connections that could not be accepted for lack of descriptors or room. */
  boolean isFull() {
    return full;
  }

  /** Accepts all pending connections. */
  void admitAll() {
    look();
    lookForOrphans();
  }

  private void look() {
    List<PendingConnection> ended = pending.stream().filter(each -> each.closed).toList();
    try {
      full = true;
      makeLinks();
      boolean more = true;
      while (more && mayAccept()) {
        requireHeap();
        SocketChannel channel = server.accept();
        more = channel != null;
        if (more) {
          admit(channel);
        }
      }
      full = more;
    } catch (IOException tooManyOpenFiles) {
      // the peer waits, and is notified when this port closes
      port.unacceptedPeers().report(tooManyOpenFiles);
    }
    readHandshakes();
    if (!full) {
      ended.stream().filter(pending::contains).forEach(this::reject);
    }
    if (!unmade.isEmpty()) {
      full = true;
      shmEventLoop.readyAgain(this);
    }
    port.unacceptedPeers().found(full);
  }

  /** Makes links of connections that could not become one before. */
  private void makeLinks() {
    for (PendingConnection each : List.copyOf(unmade)) {
      unmade.remove(each);
      try {
        pair(each, each.partner);
      } catch (IOException | RuntimeException | InternalError e) {
        reject(each.partner);
      }
    }
  }

  /** Descriptors of closed connections are released by a select, not by closing them. */
  private boolean mayAccept() {
    if (shmEventLoop.closing() < MAX_PENDING) {
      return hasRoom();
    }
    shmEventLoop.readyAgain(this);
    return false;
  }

  private boolean hasRoom() {
    if (held() >= MAX_PENDING) {
      readHandshakes();
      long now = System.nanoTime();
      for (PendingConnection pendingConnection : Set.copyOf(pending)) {
        if (now - pendingConnection.since > HANDSHAKE_TIMEOUT_NANOS) {
          reject(pendingConnection);
        }
      }
    }
    return held() < MAX_PENDING;
  }

  /** Accepted connections that belong to no link. */
  private int held() {
    return pending.size() + 2 * unmade.size();
  }

  private void readHandshakes() {
    for (PendingConnection pendingConnection : Set.copyOf(pending)) {
      readHandshake(pendingConnection);
    }
  }

  /**
   * Deletes the link files of rejected peers. A peer connects before it makes its file, so the peer
   * of an existing file is accepted by the check after that; if no connection is left then, the
   * file is an orphan. A connection rejected during that check may have made a file before it.
   */
  private void lookForOrphans() {
    try {
      boolean none = true;
      while (orphans && none) {
        List<Path> files = port.linkFiles();
        orphans = false;
        look();
        none = pending.isEmpty() && !full;
        if (none) {
          files.forEach(CloseQuietly::delete);
        }
      }
      orphans |= !none;
    } catch (IOException tooManyOpenFiles) {
      // retried at the next connection
    }
  }

  /**
   * Throws an {@link OutOfMemoryError} before a connection is accepted rather than during it: the
   * runtime would lose the connection, and the peer would wait for ever.
   */
  private void requireHeap() {
    heap = new byte[HEAP_BYTES];
    heap = null;
  }

  private void admit(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    PendingConnection pendingConnection = new PendingConnection(channel);
    pending.add(pendingConnection);
    shmEventLoop.watch(channel, SelectionKey.OP_READ, pendingConnection);
  }

  private void readHandshake(PendingConnection pendingConnection) {
    if (!pending.contains(pendingConnection)) {
      return; // became a link since the other connection was accepted
    }
    try {
      pendingConnection.read();
    } catch (OtherVersionException e) {
      shmEventLoop.failures.report(e);
      reject(pendingConnection);
    } catch (IOException | RuntimeException | InternalError e) {
      reject(pendingConnection);
    }
  }

  private void handshakeRead(PendingConnection pendingConnection) throws IOException {
    PendingConnection other =
        waiting.putIfAbsent(pendingConnection.handshake.number(), pendingConnection);
    if (other != null) {
      waiting.remove(pendingConnection.handshake.number());
      pair(other, pendingConnection);
    }
  }

  /** Makes a link of two connections, which may be accepted in either order. */
  private void pair(PendingConnection first, PendingConnection second) throws IOException {
    boolean kept = false;
    try {
      require(
          first.handshake.role() != second.handshake.role()
              && first.handshake.file().equals(second.handshake.file()));
      addLink(second.handshake, channels(first, second));
      kept = true;
    } catch (IOException e) {
      if (ShmErrors.ownError(e) == 0) {
        throw e;
      }
      kept = keep(first, second);
      port.unacceptedPeers().report(e);
    } catch (OutOfMemoryError heapIsFull) {
      kept = keep(first, second);
    } finally {
      if (!kept) {
        reject(first);
      }
    }
    pending.remove(first);
    pending.remove(second);
  }

  private boolean keep(PendingConnection first, PendingConnection second) {
    first.partner = second;
    return unmade.add(first);
  }

  private static ShmLink.Channels channels(PendingConnection first, PendingConnection second) {
    boolean livenessFirst = first.handshake.role() == Handshake.LIVENESS;
    return livenessFirst
        ? new ShmLink.Channels(first.channel, second.channel)
        : new ShmLink.Channels(second.channel, first.channel);
  }

  private void addLink(Handshake handshake, ShmLink.Channels channels) throws IOException {
    Path path = port.linkFile(handshake.number());
    require(path.getFileName().toString().equals(handshake.file()));
    LinkFile file = LinkFile.open(path, port.wire().ringSize());
    LinkFile.Header header = file.header();
    ShmAddress initiator = ShmAddress.parse(header.initiator());
    require(
        initiator != null
            && port.wire().isAddress(header.initiator())
            && header.acceptor().equals(port.address())
            && header.number() == handshake.number());
    port.add(new ShmLink(port, file, false, channels, portFileOf(initiator)));
    file.delete(); // both ends have mapped it, and the link is made
  }

  private PortFile portFileOf(ShmAddress initiator) throws IOException {
    try {
      Path path = port.wire().folder().portFile(initiator.endpoint());
      return PortFile.open(path, initiator.toString());
    } catch (IOException e) {
      if (ShmErrors.ownError(e) != 0) {
        throw e;
      }
      return PortFile.unowned(); // it has left already
    }
  }

  private static void require(boolean right) throws IOException {
    if (!right) {
      throw new IOException("the link file is not for this connection");
    }
  }

  private void reject(PendingConnection pendingConnection) {
    orphans = true;
    pending.remove(pendingConnection);
    waiting.values().remove(pendingConnection);
    shmEventLoop.close(pendingConnection.channel);
  }

  void close() {
    pending.forEach(pendingConnection -> shmEventLoop.close(pendingConnection.channel));
    pending.clear();
    for (PendingConnection each : unmade) {
      shmEventLoop.close(each.channel, each.partner.channel);
    }
    unmade.clear();
    shmEventLoop.close(server);
  }
}
