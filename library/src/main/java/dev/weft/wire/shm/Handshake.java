package dev.weft.wire.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The first and only message on a connection: the link and the connection's role in it.
 *
 * @param role {@link #LIVENESS} or {@link #WAKE}
 * @param number the link's number
 * @param file the name of the link's file
 */
record Handshake(int role, long number, String file) {
  /** The connection that ends when either process does. */
  static final int LIVENESS = 0;

  /** The connection that carries a byte for each doorbell. */
  static final int WAKE = 1;

  ByteBuffer encode() {
    byte[] name = file.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer buffer = ByteBuffer.allocate(ShmLayout.HANDSHAKE_BYTES);
    buffer.putLong(ShmLayout.HANDSHAKE_MAGIC).putInt(ShmLayout.VERSION).putInt(role);
    buffer.putLong(number).putShort((short) name.length).put(name);
    return buffer.clear();
  }

  /**
   * Reads and validates a complete handshake.
   *
   * @throws OtherVersionException if the peer uses another version
   */
  static Handshake decode(ByteBuffer buffer) throws IOException {
    long magic = buffer.getLong();
    int version = buffer.getInt();
    int role = buffer.getInt();
    long number = buffer.getLong();
    int length = buffer.getShort();
    if (magic == ShmLayout.HANDSHAKE_MAGIC && version != ShmLayout.VERSION) {
      throw new OtherVersionException("A process that has connected", version);
    }
    if (magic != ShmLayout.HANDSHAKE_MAGIC
        || (role != LIVENESS && role != WAKE)
        || length < 1
        || length > buffer.remaining()) {
      throw new IOException("a connection did not begin with a handshake");
    }
    byte[] name = new byte[length];
    buffer.get(name);
    return new Handshake(role, number, new String(name, StandardCharsets.US_ASCII));
  }
}
