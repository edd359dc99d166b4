package dev.weft.wire.shm;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Where others call a port. A caller says on two connections which link they belong to; when both
 * have come the link is there.
 *
 * <p>A caller that leaves before anybody has looked is made a link all the same, for the sake of
 * what it has written. It calls twice before it says a word, so whoever hears one call can hear the
 * other; a call that has ended and still stands alone then is nobody's.
 *
 * <p>All of it happens under the port's monitor. What a caller says is checked before it is used,
 * and a caller that says anything wrong is sent away, as is one that says nothing where many do.
 * The file of a caller that came to nothing is deleted.
 */
final class Acceptor implements ShmEventLoop.ChannelHandler {

  /** Calls that may wait until they are taken. */
  private static final int BACKLOG = 1024;

  /** Calls that are taken before the callers have said who they are. */
  static final int MOST_CALLERS = 1024;

  /** How long a caller may say nothing where there are so many. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How long the switchboard leaves calls alone that could not be taken. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ShmPort port;
  private final ShmEventLoop shmEventLoop;
  private final ServerSocketChannel server;
  private final Set<PendingConnection> callers = new LinkedHashSet<>();
  private final Map<Long, PendingConnection> waiting = new HashMap<>();

  /** Whether somebody came to nothing, whose file may still be there. */
  private boolean orphans;

  /** Whether calls wait that could not be taken. */
  private volatile boolean crowded;

  /** Calls may come from now on; they are taken once this is {@link #open}. */
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

  /** Has the switchboard's thread show calls to the port, which is complete by now. */
  void open() throws IOException {
    shmEventLoop.watch(server, SelectionKey.OP_ACCEPT, this);
  }

  /** Somebody has called who is not yet a link. */
  private final class PendingConnection implements ShmEventLoop.ChannelHandler {
    final SocketChannel channel;
    private final ByteBuffer words = ByteBuffer.allocateDirect(ShmLayout.GREETING_BYTES);
    private final long since = System.nanoTime();
    private Handshake handshake;
    private boolean hungUp;

    PendingConnection(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void ready() throws IOException {
      synchronized (port) {
        if (!callers.contains(this)) {
          return; // a link by now, and what comes is for the link
        }
        admitAll();
      }
      port.owner().doorbell();
    }

    void listen() throws IOException {
      int bytes = channel.read(words);
      hungUp = bytes < 0;
      if (handshake == null ? hungUp : bytes > 0) {
        throw new EOFException("the caller gave up, or said more than a greeting");
      }
      if (handshake == null && !words.hasRemaining()) {
        handshake = Handshake.decode(words.flip());
        words.clear();
        greeted(this);
      }
    }

    @Override
    public void ended() {
      synchronized (port) {
        sendAway(this);
      }
    }
  }

  @Override
  public void ready() {
    port.lookForNews();
    port.owner().doorbell();
    if (crowded) {
      LockSupport.parkNanos(PAUSE_NANOS); // the selector would show the same calls at once
    }
  }

  @Override
  public void ended() {}

  /** Whether there are calls that could not be taken, for want of descriptors or of room. */
  boolean isCrowded() {
    return crowded;
  }

  /** Takes all calls that wait. */
  void admitAll() {
    look();
    lookForOrphans();
  }

  private void look() {
    try {
      crowded = true;
      boolean more = true;
      while (more && hasRoom()) {
        SocketChannel channel = server.accept();
        more = channel != null;
        if (more) {
          admit(channel);
        }
      }
      crowded = more;
    } catch (IOException tooManyOpenFiles) {
      // whoever called waits, and is told when this port closes
    }
    hearAll();
  }

  private boolean hasRoom() {
    if (callers.size() >= MOST_CALLERS) {
      hearAll();
      long now = System.nanoTime();
      for (PendingConnection pendingConnection : Set.copyOf(callers)) {
        if (now - pendingConnection.since > SILENCE_NANOS) {
          sendAway(pendingConnection);
        }
      }
    }
    return callers.size() < MOST_CALLERS;
  }

  private void hearAll() {
    for (PendingConnection pendingConnection : Set.copyOf(callers)) {
      readHandshake(pendingConnection);
    }
    for (PendingConnection pendingConnection : Set.copyOf(callers)) {
      if (pendingConnection.hungUp) {
        sendAway(pendingConnection);
      }
    }
  }

  /**
   * Deletes the files of those who came to nothing. A caller calls before it makes its file, so
   * whose file is there now is heard in the look after that; if nobody is left then, it is
   * nobody's. Those who come to nothing in that very look may have made a file before it.
   */
  private void lookForOrphans() {
    try {
      boolean alone = true;
      while (orphans && alone) {
        List<Path> files = port.linkFiles();
        orphans = false;
        look();
        alone = callers.isEmpty() && !crowded;
        if (alone) {
          files.forEach(CloseQuietly::delete);
        }
      }
      orphans |= !alone;
    } catch (IOException tooManyOpenFiles) {
      // the next call is another occasion
    }
  }

  private void admit(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    PendingConnection pendingConnection = new PendingConnection(channel);
    callers.add(pendingConnection);
    shmEventLoop.watch(channel, SelectionKey.OP_READ, pendingConnection);
  }

  private void readHandshake(PendingConnection pendingConnection) {
    if (!callers.contains(pendingConnection)) {
      return; // a link since the other call was heard
    }
    try {
      pendingConnection.listen();
    } catch (IOException | RuntimeException | InternalError e) {
      sendAway(pendingConnection);
    }
  }

  private void greeted(PendingConnection pendingConnection) throws IOException {
    PendingConnection other =
        waiting.putIfAbsent(pendingConnection.handshake.number(), pendingConnection);
    if (other != null) {
      waiting.remove(pendingConnection.handshake.number());
      meet(other, pendingConnection);
    }
  }

  /** Makes a link of two calls, which may come in either order. */
  private void meet(PendingConnection first, PendingConnection second) throws IOException {
    boolean lifeFirst = first.handshake.line() == Handshake.LIFE;
    ShmLink.Lines lines =
        lifeFirst
            ? new ShmLink.Lines(first.channel, second.channel)
            : new ShmLink.Lines(second.channel, first.channel);
    boolean added = false;
    try {
      require(
          first.handshake.line() != second.handshake.line()
              && first.handshake.file().equals(second.handshake.file()));
      port.add(link(second.handshake, lines));
      added = true;
    } finally {
      if (!added) {
        sendAway(first);
      }
    }
    callers.remove(first);
    callers.remove(second);
  }

  private ShmLink link(Handshake handshake, ShmLink.Lines lines) throws IOException {
    Path path = port.linkFile(handshake.number());
    require(path.getFileName().toString().equals(handshake.file()));
    LinkFile file = LinkFile.open(path, port.wire().ringCapacity());
    LinkFile.Header header = file.header();
    ShmAddress initiator = ShmAddress.parse(header.initiator());
    require(
        initiator != null
            && port.wire().isAddress(header.initiator())
            && header.acceptor().equals(port.address())
            && header.number() == handshake.number());
    file.delete(); // both have mapped it
    return new ShmLink(port, file, false, lines, newsOf(initiator));
  }

  private PortHeader newsOf(ShmAddress initiator) {
    try {
      return PortHeader.open(port.wire().folder().news(initiator.endpoint()));
    } catch (IOException leftAlready) {
      return PortHeader.ofNobody();
    }
  }

  private static void require(boolean right) throws IOException {
    if (!right) {
      throw new IOException("the link file is not for this call");
    }
  }

  private void sendAway(PendingConnection pendingConnection) {
    orphans = true;
    callers.remove(pendingConnection);
    waiting.values().remove(pendingConnection);
    shmEventLoop.close(pendingConnection.channel);
  }

  void close() {
    callers.forEach(pendingConnection -> shmEventLoop.close(pendingConnection.channel));
    callers.clear();
    shmEventLoop.close(server);
  }
}
