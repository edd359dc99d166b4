package dev.weft.wire.shm.folder;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Maps files as shared memory, which is unmapped when it is unreachable. */
public final class Mapping {
  private static final int ZEROS = 1 << 16;
  private static final long PAGE = 4096;
  private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();

  /** The result type of a mapping. */
  private interface Mapper<T> {
    T map(FileChannel channel, long bytes) throws IOException;
  }

  private static ByteBuffer zeros;

  private Mapping() {}

  /** Whether a file was truncated, so that a part of its mapping is invalid. */
  public static boolean isCut(MemorySegment memory) {
    try {
      int sum = 0;
      for (long at = 0; at < memory.byteSize(); at += PAGE) {
        sum += (byte) BYTE.getOpaque(memory, at);
      }
      Thread.yield(); // the virtual machine reports a fault here at the latest
      return sum == Integer.MIN_VALUE; // never
    } catch (InternalError noSuchPage) {
      return true;
    }
  }

  /**
   * Creates a file with every byte allocated: a sparse mapping would fail at first use if there is
   * no room. Deletes the file if there is no room.
   */
  public static MemorySegment create(Path path, long bytes) throws IOException {
    return create(path, bytes, Mapping::segment);
  }

  /** {@link #create} for a file of less than 2 GiB whose words are accessed frequently. */
  public static ByteBuffer createBuffer(Path path, long bytes) throws IOException {
    return create(path, bytes, Mapping::buffer);
  }

  private static <T> T create(Path path, long bytes, Mapper<T> mapper) throws IOException {
    return ExitCleanup.making(
        () -> MappingReclaimer.makeRoomFor(() -> createAndMap(path, bytes, mapper)));
  }

  private static MemorySegment segment(FileChannel channel, long bytes) throws IOException {
    return channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
  }

  private static ByteBuffer buffer(FileChannel channel, long bytes) throws IOException {
    return channel.map(MapMode.READ_WRITE, 0, bytes);
  }

  private static <T> T createAndMap(Path path, long bytes, Mapper<T> mapper) throws IOException {
    var options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean done = false;
    FileChannel channel = FileChannel.open(path, options, ShmFolder.OWNER_ONLY_FILE);
    try (channel) {
      fillWithZeros(channel, bytes);
      T memory = mapper.map(channel, bytes);
      done = true;
      return memory;
    } finally {
      if (!done) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** Writes so many zeros; if there is no room, the exception says how many. */
  static void fillWithZeros(FileChannel channel, long bytes) throws IOException {
    ByteBuffer some = zeros();
    try {
      for (long left = bytes; left > 0; ) {
        left -= channel.write(some.slice(0, (int) Math.min(left, ZEROS)));
      }
    } catch (IOException e) {
      throw ShmErrors.isNoRoom(e) ? ShmErrors.noRoom(bytes, e) : e;
    }
  }

  private static synchronized ByteBuffer zeros() throws IOException {
    if (zeros == null) {
      zeros = DirectMemory.allocate(ZEROS);
    }
    return zeros;
  }

  /** Maps a whole file that another process made; throws if its size is wrong. */
  public static MemorySegment open(Path path, long bytes) throws IOException {
    return InterruptGuard.deferred(() -> openAndMap(path, bytes, Mapping::segment));
  }

  /** {@link #open(Path, long)} for a file of less than 2 GiB. */
  public static ByteBuffer openBuffer(Path path, long bytes) throws IOException {
    return InterruptGuard.deferred(() -> openAndMap(path, bytes, Mapping::buffer));
  }

  /** Maps a whole file that another process made. */
  public static MemorySegment open(Path path) throws IOException {
    return InterruptGuard.deferred(() -> openAndMap(path, -1, Mapping::segment));
  }

  private static <T> T openAndMap(Path path, long bytes, Mapper<T> mapper) throws IOException {
    var options =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try (FileChannel channel = FileChannel.open(path, options)) {
      long size = channel.size();
      if (bytes >= 0 && size != bytes) {
        throw new IOException(path + " has " + size + " bytes, expected " + bytes);
      }
      return mapper.map(channel, size);
    }
  }
}
