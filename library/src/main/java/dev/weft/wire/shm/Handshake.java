package dev.weft.wire.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The first and only message on a connection: the link and the connection's role in it.
 *
 * @param line {@link #LIFE} or {@link #BELL}
 * @param number the link's number
 * @param file the name of the link's file
 */
record Handshake(int line, long number, String file) {
  /** The connection that ends when either process does. */
  static final int LIFE = 0;

  /** The connection that carries a byte for each doorbell. */
  static final int BELL = 1;

  ByteBuffer encode() {
    byte[] name = file.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer buffer = ByteBuffer.allocateDirect(ShmLayout.GREETING_BYTES);
    buffer.putLong(ShmLayout.GREETING_MAGIC).putInt(ShmLayout.VERSION).putInt(line);
    buffer.putLong(number).putShort((short) name.length).put(name);
    return buffer.clear();
  }

  /** Reads and validates a complete handshake. */
  static Handshake decode(ByteBuffer buffer) throws IOException {
    long magic = buffer.getLong();
    int version = buffer.getInt();
    int line = buffer.getInt();
    long number = buffer.getLong();
    int length = buffer.getShort();
    if (magic != ShmLayout.GREETING_MAGIC
        || version != ShmLayout.VERSION
        || (line != LIFE && line != BELL)
        || length < 1
        || length > buffer.remaining()) {
      throw new IOException("a connection began with something else than a greeting");
    }
    byte[] name = new byte[length];
    buffer.get(name);
    return new Handshake(line, number, new String(name, StandardCharsets.US_ASCII));
  }
}
