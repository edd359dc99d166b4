package dev.weft.wire.shm;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Descriptors that a process keeps which grants memory, for the one look that must not fail where
 * there are no others left: whether a peer still touches memory that is to be closed.
 */
final class SpareDescriptors {
  /** To list a folder takes two, to map a file one. */
  private static final int COUNT = 2;

  private static final List<ServerSocketChannel> SPARE = new ArrayList<>();

  private SpareDescriptors() {}

  /** Takes the descriptors, unless they are there. */
  static synchronized void keep() {
    try {
      while (SPARE.size() < COUNT) {
        SPARE.add(ServerSocketChannel.open(StandardProtocolFamily.UNIX));
      }
    } catch (IOException tooManyOpenFiles) {
      // they are taken when there are some
    }
  }

  /** Lists folders and maps files, one at a time. */
  static synchronized <T> T use(InterruptGuard.FileWork<T> work) throws IOException {
    SPARE.forEach(CloseQuietly::close);
    SPARE.clear();
    try {
      return InterruptGuard.deferred(work);
    } finally {
      keep();
    }
  }
}
