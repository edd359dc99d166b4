package dev.weft.conformance.process;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that both processes map, each at its own address. It holds the buffers of messages, so
 * that a check can access those of the peer process directly. Allocation is linear; the kit frees
 * everything after each check.
 */
final class SharedMemory {

  /** Size of the file; only touched pages use memory. */
  static final long BYTES = 1L << 30;

  private static final long ALIGNMENT = 64;

  /** The offset of the null segment. */
  private static final long NOWHERE = -1;

  private final MemorySegment memory;
  private long used;

  private SharedMemory(MemorySegment memory) {
    this.memory = memory;
  }

  /** Maps the file; creates it if it is missing. */
  static SharedMemory map(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new SharedMemory(channel.map(MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto()));
    }
  }

  /** Allocates zeroed memory. */
  synchronized MemorySegment allocate(long bytes) {
    if (bytes > BYTES - used) {
      throw new OutOfMemoryError("bytes=" + bytes + ", left are " + (BYTES - used));
    }
    MemorySegment part = memory.asSlice(used, bytes).fill((byte) 0);
    used = Math.ceilDiv(used + bytes, ALIGNMENT) * ALIGNMENT;
    return part;
  }

  /** Frees all memory. */
  synchronized void release() {
    used = 0;
  }

  /** The offset of the segment, by which the other process finds it. */
  long offsetOf(MemorySegment segment) {
    if (segment.equals(MemorySegment.NULL)) {
      return NOWHERE;
    }
    long offset = segment.address() - memory.address();
    if (!segment.isNative() || offset < 0 || offset > BYTES - segment.byteSize()) {
      throw new IllegalStateException(
          "segment=" + segment + " is out of the peer process's reach; allowed: Bench.memory");
    }
    return offset;
  }

  MemorySegment at(long offset, long bytes) {
    return offset == NOWHERE ? MemorySegment.NULL : memory.asSlice(offset, bytes);
  }
}
