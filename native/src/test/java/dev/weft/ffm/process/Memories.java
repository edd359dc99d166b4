package dev.weft.ffm.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/** Memory of all kinds that operations accept, until it is closed. */
final class Memories implements AutoCloseable {
  private static final long MAPPED = 8 << 20;
  private static final int ALIGNMENT = 64;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment both;
  private long used;

  /** Parts of memory that both sides map are given out, too. */
  Memories(MemorySegment both) {
    this.both = both;
  }

  /** What both sides map; lives as long as it is reachable, and serves many programs. */
  static MemorySegment both(Side side) {
    return side.node().domain().allocate(MAPPED);
  }

  /** A buffer at any address. */
  Area area(Random random, long length) {
    return new Area(memory(random, length + Area.EXTRA), length, random.nextInt(ALIGNMENT));
  }

  private MemorySegment memory(Random random, long size) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> Arena.ofAuto().allocate(size, ALIGNMENT);
      case 2 -> used + size > both.byteSize() ? arena.allocate(size, ALIGNMENT) : nextOfBoth(size);
      case 3 -> file(size, arena);
      default -> arena.allocate(size, ALIGNMENT);
    };
  }

  private MemorySegment nextOfBoth(long size) {
    MemorySegment next = both.asSlice(used, size);
    used += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return next;
  }

  /** A file that is mapped by this process alone; nothing is there once the arena is closed. */
  static MemorySegment file(long size, Arena arena) {
    try {
      Path path = Files.createTempFile("weft", ".mapped");
      try (FileChannel file =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE)) {
        return file.map(MapMode.READ_WRITE, 0, size, arena);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
