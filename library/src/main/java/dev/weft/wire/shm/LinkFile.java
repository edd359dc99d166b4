package dev.weft.wire.shm;

import dev.weft.wire.FrameRing;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A mapped link file: the two rings between an initiator and an acceptor. */
final class LinkFile {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 16);

  /** What stands in a link file's header. */
  record Header(long capacity, long number, String initiator, String acceptor) {}

  private final Header header;
  private final MemorySegment memory;

  private LinkFile(Header header, MemorySegment memory) {
    this.header = header;
    this.memory = memory;
  }

  /** Makes the file, every byte of it: what is mapped sparse would fail when it is first used. */
  static LinkFile create(Path path, Header header) throws IOException {
    MemorySegment memory =
        Interruptions.deferred(() -> mapNew(path, ShmLayout.linkBytes(header.capacity)));
    memory.set(LONG, ShmLayout.MAGIC, ShmLayout.LINK_MAGIC);
    memory.set(INT, ShmLayout.VERSION_AT, ShmLayout.VERSION);
    memory.set(LONG, ShmLayout.CAPACITY, header.capacity);
    memory.set(LONG, ShmLayout.NUMBER, header.number);
    writeText(memory, ShmLayout.INITIATOR, header.initiator);
    writeText(memory, ShmLayout.ACCEPTOR, header.acceptor);
    return new LinkFile(header, memory);
  }

  /** Makes a file and maps it; leaves none behind where there is no room for it. */
  private static MemorySegment mapNew(Path path, long bytes) throws IOException {
    var options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean done = false;
    try (FileChannel channel = FileChannel.open(path, options, ShmFolder.OWNER_ONLY_FILE)) {
      fillWithZeros(channel, bytes);
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
      done = true;
      return memory;
    } finally {
      if (!done) {
        Files.deleteIfExists(path);
      }
    }
  }

  private static void fillWithZeros(FileChannel channel, long bytes) throws IOException {
    for (long left = bytes; left > 0; ) {
      left -= channel.write(ZEROS.slice(0, (int) Math.min(left, ZEROS.capacity())));
    }
  }

  /** Maps what an initiator has made, and believes none of it. */
  static LinkFile open(Path path) throws IOException {
    MemorySegment memory = Interruptions.deferred(() -> map(path));
    require(memory.get(LONG, ShmLayout.MAGIC) == ShmLayout.LINK_MAGIC, "magic");
    require(memory.get(INT, ShmLayout.VERSION_AT) == ShmLayout.VERSION, "version");
    long capacity = memory.get(LONG, ShmLayout.CAPACITY);
    require(
        Long.bitCount(capacity) == 1
            && capacity >= ShmLayout.SMALLEST_CAPACITY
            && capacity <= ShmLayout.LARGEST_CAPACITY,
        "capacity");
    require(memory.byteSize() == ShmLayout.linkBytes(capacity), "size");
    Header header =
        new Header(
            capacity,
            memory.get(LONG, ShmLayout.NUMBER),
            readText(memory, ShmLayout.INITIATOR),
            readText(memory, ShmLayout.ACCEPTOR));
    return new LinkFile(header, memory);
  }

  private static MemorySegment map(Path path) throws IOException {
    var options =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try (FileChannel channel = FileChannel.open(path, options)) {
      long bytes = channel.size();
      require(
          bytes > ShmLayout.RINGS && bytes <= ShmLayout.linkBytes(ShmLayout.LARGEST_CAPACITY),
          "size");
      return channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
    }
  }

  private static void require(boolean right, String what) throws IOException {
    if (!right) {
      throw new IOException("a link file has a wrong " + what);
    }
  }

  Header header() {
    return header;
  }

  FrameRing fromInitiator() {
    return ring(0);
  }

  FrameRing fromAcceptor() {
    return ring(1);
  }

  private FrameRing ring(int index) {
    long bytes = FrameRing.bytesFor(header.capacity);
    return new FrameRing(memory.asSlice(ShmLayout.RINGS + index * bytes, bytes));
  }

  private static void writeText(MemorySegment memory, long at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    memory.set(SHORT, at, (short) bytes.length);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, at + Short.BYTES, bytes.length);
  }

  private static String readText(MemorySegment memory, long at) throws IOException {
    int length = memory.get(SHORT, at);
    require(length >= 0 && length <= ShmLayout.LONGEST_ADDRESS, "address");
    byte[] bytes = new byte[length];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + Short.BYTES, bytes, 0, length);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
