package dev.weft.rdmacm;

import dev.weft.service.FirstUse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Prepares the sockets on which virtual threads block. The runtime opens pollers for them at the
 * first call that blocks: two descriptors each, for each direction one for a processor, at most 32.
 */
final class VirtualThreadSockets {
  private static final FirstUse FIRST_USE =
      new FirstUse(16 + 4 * Math.min(32, Runtime.getRuntime().availableProcessors()));

  private VirtualThreadSockets() {}

  /**
   * Called before a virtual thread uses a socket.
   *
   * @throws IOException if the process has too few file descriptors left
   */
  static void prepare() throws IOException {
    FIRST_USE.begin();
    if (!FIRST_USE.isDone()) {
      blockOnce();
      FIRST_USE.succeeded();
    }
  }

  /** {@link #prepare}, and a socket that is not connected. */
  static Socket open() throws IOException {
    prepare();
    return new Socket();
  }

  private static void blockOnce() throws IOException {
    try {
      CompletableFuture.runAsync(VirtualThreadSockets::block, Thread::startVirtualThread).join();
    } catch (CompletionException e) {
      throw new IOException(e.getCause());
    }
  }

  /** Waits for a caller that does not come. */
  private static void block() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      socket.setSoTimeout(1);
      socket.accept().close();
    } catch (SocketTimeoutException expected) {
      // the thread has blocked
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }
}
