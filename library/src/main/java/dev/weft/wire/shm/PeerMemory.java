package dev.weft.wire.shm;

import dev.weft.wire.shm.folder.Mapping;
import dev.weft.wire.shm.folder.ShmErrors;
import dev.weft.wire.shm.folder.ShmFolder;
import dev.weft.wire.shm.folder.SpareDescriptors;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A cache of a peer's shared memory files, each mapped once; the most recently used are kept. A
 * peer can only name files of this user in this folder.
 *
 * <p>Used by one thread at a time.
 */
final class PeerMemory {
  private static final int MAX = 64;

  private final ShmFolder folder;
  private final Map<Path, MemorySegment> mapped =
      new LinkedHashMap<>(MAX, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, MemorySegment> eldest) {
          return size() > MAX;
        }
      };
  private long lastOwner;
  private long lastFile = -1;
  private MemorySegment last;

  PeerMemory(ShmFolder folder) {
    this.folder = folder;
    SpareDescriptors.keep();
  }

  /** The memory in this file, or null if there is no such file. */
  MemorySegment find(long owner, long file) {
    if (owner != lastOwner || file != lastFile || last == null) {
      last = mapped.computeIfAbsent(folder.memory(owner, file), PeerMemory::map);
      lastOwner = owner;
      lastFile = file;
    }
    return last;
  }

  private static MemorySegment map(Path path) {
    try {
      return open(path);
    } catch (IOException gone) {
      return null;
    }
  }

  /** Without a free descriptor it takes a spare one: else the peer's message would be lost. */
  private static MemorySegment open(Path path) throws IOException {
    try {
      return Mapping.open(path);
    } catch (IOException e) {
      if (ShmErrors.ownError(e) == 0) {
        throw e;
      }
      return SpareDescriptors.use(() -> Mapping.open(path));
    }
  }
}
