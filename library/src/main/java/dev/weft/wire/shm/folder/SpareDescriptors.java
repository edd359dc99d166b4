package dev.weft.wire.shm.folder;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * File descriptors reserved by a process that grants memory or has a link. They are for what must
 * not fail for lack of descriptors: to check whether a peer still accesses memory that is being
 * closed, and to map memory out of which a peer sends.
 */
public final class SpareDescriptors {
  /** Listing a folder takes two, mapping a file one. */
  private static final int COUNT = 2;

  private static final List<ServerSocketChannel> SPARE = new ArrayList<>();

  private SpareDescriptors() {}

  /** Reserves the descriptors, unless they are reserved. */
  public static synchronized void keep() {
    try {
      while (SPARE.size() < COUNT) {
        SPARE.add(ServerSocketChannel.open(StandardProtocolFamily.UNIX));
      }
    } catch (IOException tooManyOpenFiles) {
      // reserved later, when there are some
    }
  }

  /** Releases them to list folders and map files; one call at a time. */
  public static synchronized <T> T use(InterruptGuard.FileWork<T> work) throws IOException {
    SPARE.forEach(CloseQuietly::close);
    SPARE.clear();
    try {
      return work.run();
    } finally {
      keep();
    }
  }
}
