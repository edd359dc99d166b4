package dev.weft.wire.shm.folder;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Direct memory, which is limited (-XX:MaxDirectMemorySize). The runtime throws an {@link
 * OutOfMemoryError}, which would end a static initializer for ever; here the lack is an error like
 * that of room in a folder.
 */
public final class DirectMemory {
  static final String NONE = "no direct memory is left";

  private DirectMemory() {}

  /**
   * Allocates memory.
   *
   * @throws IOException if there is none; may pass
   */
  public static ByteBuffer allocate(int bytes) throws IOException {
    try {
      return ByteBuffer.allocateDirect(bytes);
    } catch (OutOfMemoryError none) {
      throw new IOException(NONE + " for " + bytes + " bytes", none);
    }
  }
}
