package dev.weft.wire.shm;

import dev.weft.wire.shm.folder.DirectMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The direct memory that all connections of the process share. It is allocated before the first
 * port opens, and a connection needs no more: direct memory is limited (-XX:MaxDirectMemorySize),
 * and the caller of a send or the event loop would find that none is left.
 */
final class ConnectionBuffers {
  private static final int DOORBELLS = 64;

  /** Holds a handshake while it is written or read. */
  private static ByteBuffer words;

  /** The content of doorbells, which has no meaning. */
  private static ByteBuffer doorbells;

  private ConnectionBuffers() {}

  /** Allocates the memory, once. */
  static synchronized void allocate() throws IOException {
    if (doorbells == null) {
      words = DirectMemory.allocate(ShmLayout.HANDSHAKE_BYTES);
      doorbells = DirectMemory.allocate(DOORBELLS);
    }
  }

  /** Room for some doorbells, to be written or read. Called while a port is open. */
  static synchronized ByteBuffer doorbells() {
    return doorbells.duplicate();
  }

  /** Writes bytes to a non-blocking connection; returns how many it took. */
  static synchronized int write(SocketChannel channel, ByteBuffer bytes) throws IOException {
    allocate();
    words.clear().put(bytes).flip();
    return channel.write(words);
  }

  /** Reads bytes from a non-blocking connection; returns how many, or -1 if it has ended. */
  static synchronized int read(SocketChannel channel, ByteBuffer bytes) throws IOException {
    allocate();
    int count = channel.read(words.clear().limit(bytes.remaining()));
    bytes.put(words.flip());
    return count;
  }
}
