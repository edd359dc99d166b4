package dev.weft.wire.shm;

import dev.weft.wire.SharedMemory;
import dev.weft.wire.shm.folder.CloseQuietly;
import dev.weft.wire.shm.folder.FileReclaimer;
import dev.weft.wire.shm.folder.Mapping;
import dev.weft.wire.shm.folder.NameLock;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Allocates memory in files that peers can map. A large allocation has its own file; small ones
 * share a slab, which is one file.
 *
 * <pre>
 *   %memory-&lt;owner&gt;.lock        held while this is open
 *   %memory-&lt;owner&gt;.0.memory    a slab
 *   %memory-&lt;owner&gt;.1.memory    ...
 *   %memory-&lt;owner&gt;.grants      the regions that peers access directly
 * </pre>
 *
 * <p>A file's name is deleted when its memory is unreachable, and when this is closed.
 */
final class ShmMemory implements SharedMemory {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final long SLAB = 1 << 20;
  private static final long MAX_PART = SLAB / 8;
  private static final long LINE = 64;
  private static final long PAGE = 4096;

  private final ShmWire wire;
  private final long owner = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  private final ExportedRegions grants = new ExportedRegions(owner);
  private NameLock lock;
  private MemorySegment slab;
  private long slabUsed;
  private long nextNumber;
  private boolean closed;

  /** In address order; an immutable snapshot. */
  private volatile MemoryFile[] files = {};

  ShmMemory(ShmWire wire) {
    this.wire = wire;
  }

  @Override
  public synchronized MemorySegment allocate(long bytes) {
    try {
      if (bytes > MAX_PART) {
        return file(bytes).asSlice(0, bytes);
      }
      if (slab == null || bytes > SLAB - slabUsed) {
        slab = file(SLAB);
        slabUsed = 0;
      }
      MemorySegment part = slab.asSlice(slabUsed, bytes);
      slabUsed += roundedUp(bytes, LINE);
      return part;
    } catch (IOException e) {
      throw wire.folder().failure(e);
    }
  }

  private MemorySegment file(long bytes) throws IOException {
    if (closed) {
      throw new IllegalStateException("the memory is closed");
    }
    if (lock == null) {
      lock = wire.lockMemory(ShmFolder.memoryName(owner));
    }
    if (bytes > SLAB) {
      wire.folder().requireRoom(bytes);
    }
    long number = nextNumber++;
    var path = wire.folder().memory(owner, number);
    MemorySegment memory = Mapping.create(path, roundedUp(bytes, PAGE));
    MemoryFile made = new MemoryFile(number, path, memory);
    CLEANER.register(memory.scope(), () -> forget(made));
    add(made);
    return memory;
  }

  private void add(MemoryFile made) {
    MemoryFile[] more = Arrays.copyOf(files, files.length + 1);
    more[files.length] = made;
    Arrays.sort(more);
    files = more;
  }

  private synchronized void forget(MemoryFile dead) {
    files = Arrays.stream(files).filter(file -> !file.equals(dead)).toArray(MemoryFile[]::new);
    CloseQuietly.delete(dead.path);
  }

  @Override
  public boolean find(MemorySegment segment, long offset, long length, Location location) {
    MemoryFile[] known = files;
    long address = segment.address() + offset;
    int low = 0;
    int high = known.length;
    while (low < high) { // the first file that begins after the address
      int middle = (low + high) >>> 1;
      if (known[middle].start <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low > 0 && describe(known[low - 1], segment, address, length, location);
  }

  private boolean describe(
      MemoryFile file, MemorySegment segment, long address, long length, Location location) {
    boolean holds = file.holds(segment, address, length);
    if (holds) {
      location.owner = owner;
      location.file = file.number;
      location.offset = address - file.start;
    }
    return holds;
  }

  /** The regions that peers access directly. */
  ExportedRegions grants() {
    return grants;
  }

  @Override
  public Grant grant(long key, MemorySegment segment, long base, long access) {
    Location location = new Location();
    long length = segment.byteSize();
    if (length == 0 || segment.isReadOnly() || !find(segment, 0, length, location)) {
      return null;
    }
    try {
      var extent = new ExportTable.Extent(length, base, access);
      return grants.grant(wire.folder().grants(owner), key, location, extent);
    } catch (IOException noRoom) {
      return null;
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    slab = null;
    for (MemoryFile file : files) {
      CloseQuietly.delete(file.path);
    }
    files = new MemoryFile[0];
    CloseQuietly.delete(wire.folder().grants(owner)); // these need no descriptor, a list does
    if (lock != null) {
      FileReclaimer.vacate(lock);
      lock = null;
    }
  }

  private static long roundedUp(long bytes, long unit) {
    return (bytes + unit - 1) & -unit;
  }
}
