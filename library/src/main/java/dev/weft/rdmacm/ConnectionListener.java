package dev.weft.rdmacm;

import dev.weft.argument.Require;
import dev.weft.rdmacm.CmChannel.CmMessage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/**
 * {@code rdma_bind_addr(3)} and {@code rdma_listen(3)}: waits for callers, each of whom becomes a
 * {@link ConnectionEventType#CONNECT_REQUEST} with an id of its own.
 */
public final class ConnectionListener implements AutoCloseable {
  /** How long a caller may take to say what it wants. */
  private static final int REQUEST_MILLIS = (int) Duration.ofSeconds(5).toMillis();

  private final ConnectionChannel channel;
  private final Object context;
  private final ServerSocket socket;

  private ConnectionListener(ConnectionChannel channel, Object context, ServerSocket socket) {
    this.channel = channel;
    this.context = context;
    this.socket = socket;
  }

  /**
   * Listens from now on.
   *
   * @param channel where requests are told; not null
   * @param address where callers call; port 0 for any that is free
   * @param backlog callers that may wait until they are heard
   * @param context what the ids of callers give back; may be null
   * @throws IOException if the address cannot be had
   */
  public static ConnectionListener open(
      ConnectionChannel channel, InetSocketAddress address, int backlog, Object context)
      throws IOException {
    Require.notNull("channel", channel);
    Require.notNull("address", address);
    ServerSocket socket = new ServerSocket();
    try {
      socket.bind(address, backlog);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    ConnectionListener listener = new ConnectionListener(channel, context, socket);
    Thread.ofVirtual().name("weft-listen").start(listener::listen);
    return listener;
  }

  /** {@code rdma_get_local_addr(3)}: where callers call. */
  public InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  private void listen() {
    while (!socket.isClosed()) {
      try {
        Socket caller = socket.accept();
        Thread.ofVirtual().name("weft-caller").start(() -> handle(caller));
      } catch (IOException closed) {
        // Seen by the loop.
      }
    }
  }

  private void handle(Socket caller) {
    try {
      caller.setSoTimeout(REQUEST_MILLIS);
      CmChannel cmChannel = new CmChannel(caller);
      cmChannel.handshake();
      CmMessage request = cmChannel.receive();
      if (request.kind() != CmChannel.REQUEST) {
        throw new IOException("kind=" + request.kind());
      }
      caller.setSoTimeout(0);
      ConnectionId id = new ConnectionId(channel, context, cmChannel, request);
      channel.add(
          new ConnectionEvent(ConnectionEventType.CONNECT_REQUEST, id, request.privateData()));
    } catch (IOException noCallerOfOurs) {
      close(caller);
    }
  }

  private static void close(Socket caller) {
    try {
      caller.close();
    } catch (IOException alreadyGone) {
      // Nobody is left to be told.
    }
  }

  /** Hears no more callers; those who were heard stay. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
