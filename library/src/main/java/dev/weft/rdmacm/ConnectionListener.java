package dev.weft.rdmacm;

import dev.weft.argument.Require;
import dev.weft.rdmacm.CmChannel.CmMessage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code rdma_bind_addr(3)} and {@code rdma_listen(3)}: accepts connections. Each one is reported
 * as a {@link ConnectionEventType#CONNECT_REQUEST} with a new id.
 */
public final class ConnectionListener implements AutoCloseable {
  /** Timeout for the request of an accepted connection. */
  private static final long REQUEST_NANOS = Duration.ofSeconds(5).toNanos();

  /** The pause after an accept that failed. */
  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

  /** Guarded by the monitor. */
  private ConnectionChannel channel;

  private final Object context;
  private final ServerSocket socket;

  /** Whether requests are rejected; guarded by the monitor. */
  private boolean closed;

  /** Completes once the accepting thread has left its last call. */
  private final CompletableFuture<Void> accepting = new CompletableFuture<>();

  private ConnectionListener(ConnectionChannel channel, Object context, ServerSocket socket) {
    this.channel = channel;
    this.context = context;
    this.socket = socket;
  }

  /**
   * Opens a listener.
   *
   * @param channel receives the connect requests; not null
   * @param address local address; port 0 for any free port
   * @param backlog maximum number of pending connections
   * @param context context of the new ids; may be null
   * @throws IOException if the address cannot be bound, or the process has too few file descriptors
   */
  public static ConnectionListener open(
      ConnectionChannel channel, InetSocketAddress address, int backlog, Object context)
      throws IOException {
    Require.notNull("channel", channel);
    Require.notNull("address", address);
    VirtualThreadSockets.prepare();
    ServerSocket socket = new ServerSocket();
    boolean listens = false;
    try {
      socket.bind(address, backlog);
      ConnectionListener listener = new ConnectionListener(channel, context, socket);
      Thread.ofVirtual().name("weft-listen").start(listener::listen);
      listens = true;
      return listener;
    } finally {
      if (!listens) {
        socket.close();
      }
    }
  }

  /** {@code rdma_get_local_addr(3)}: the local address. */
  public InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /**
   * {@code rdma_migrate_id(3)}: reports requests to another channel from now on. Those that were
   * not read, and their ids, go there, too.
   */
  public synchronized void migrate(ConnectionChannel to) {
    ConnectionChannel from = channel;
    channel = Require.notNull("to", to);
    from.requests(this).forEach(request -> request.id().migrate(to));
  }

  private void listen() {
    try {
      acceptAll();
    } finally {
      accepting.complete(null);
    }
  }

  private void acceptAll() {
    while (!socket.isClosed()) {
      try {
        serve(socket.accept());
      } catch (IOException | OutOfMemoryError closedOrNoDescriptorLeft) {
        pause();
      }
    }
  }

  /** Closes the socket of a caller whose thread cannot start. */
  private void serve(Socket caller) {
    boolean started = false;
    try {
      Thread.ofVirtual().name("weft-caller").start(() -> handle(caller));
      started = true;
    } finally {
      if (!started) {
        close(caller);
      }
    }
  }

  /** A caller waits in the backlog while the process has no file descriptor for it. */
  private void pause() {
    if (!socket.isClosed()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void handle(Socket caller) {
    boolean reported = false;
    try {
      CmChannel cmChannel = new CmChannel(caller);
      cmChannel.patience(REQUEST_NANOS);
      cmChannel.handshake();
      CmMessage request = cmChannel.receive();
      if (request.kind() != CmChannel.REQUEST) {
        throw new IOException("kind=" + request.kind());
      }
      cmChannel.patienceForever();
      report(cmChannel, request);
      reported = true;
    } catch (IOException invalidRequest) {
      // The caller learns it by the end of its connection.
    } finally {
      if (!reported) {
        close(caller);
      }
    }
  }

  /** Rejects the request if this is closed meanwhile. */
  private synchronized void report(CmChannel caller, CmMessage request) {
    ConnectionId id = new ConnectionId(channel, context, caller, request);
    if (closed) {
      id.close();
    } else {
      channel.add(new ConnectionEvent(ConnectionEventType.CONNECT_REQUEST, id, this, request));
    }
  }

  private static void close(Socket caller) {
    try {
      caller.close();
    } catch (IOException alreadyGone) {
      // The peer has disconnected.
    }
  }

  /**
   * {@code rdma_destroy_id(3)}: accepts no more connections, and rejects the requests whose events
   * were not read; other ids are not affected. The port is closed on return: the system closes it
   * once the accepting thread has left its call.
   */
  @Override
  public void close() throws IOException {
    socket.close();
    accepting.join();
    endReports().takeRequests(this).forEach(request -> request.id().close());
  }

  private synchronized ConnectionChannel endReports() {
    closed = true;
    return channel;
  }
}
