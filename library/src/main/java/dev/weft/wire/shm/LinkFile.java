package dev.weft.wire.shm;

import dev.weft.wire.FrameRing;
import dev.weft.wire.shm.folder.CloseQuietly;
import dev.weft.wire.shm.folder.Mapping;
import dev.weft.wire.shm.folder.MappingReclaimer;
import dev.weft.wire.shm.folder.ShmAddress;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A mapped link file: the two rings between an initiator and an acceptor. */
final class LinkFile {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final VarHandle LONG_WORD = ValueLayout.JAVA_LONG.varHandle();

  /**
   * The header of a link file.
   *
   * @param incarnation that of the initiator
   */
  record Header(long capacity, long number, String initiator, String acceptor, long incarnation) {}

  private final Path path;
  private final Header header;
  private final ByteBuffer buffer;
  private final MemorySegment memory;
  private final MappingReclaimer.Share share;

  private LinkFile(Path path, Header header, ByteBuffer buffer, MemorySegment memory) {
    this.path = path;
    this.header = header;
    this.buffer = buffer;
    this.memory = memory;
    this.share = MappingReclaimer.of(this, path.getParent(), memory.byteSize());
  }

  /** Creates the file. */
  static LinkFile create(Path path, Header header) throws IOException {
    ByteBuffer buffer = Mapping.createBuffer(path, ShmLayout.linkBytes(header.capacity));
    MemorySegment memory = MemorySegment.ofBuffer(buffer);
    memory.set(LONG, ShmLayout.MAGIC, ShmLayout.LINK_MAGIC);
    memory.set(INT, ShmLayout.VERSION_AT, ShmLayout.VERSION);
    memory.set(LONG, ShmLayout.CAPACITY, header.capacity);
    memory.set(LONG, ShmLayout.NUMBER, header.number);
    writeText(memory, ShmLayout.INITIATOR, header.initiator);
    writeText(memory, ShmLayout.ACCEPTOR, header.acceptor);
    memory.set(LONG, ShmLayout.INITIATOR_INCARNATION, header.incarnation);
    return new LinkFile(path, header, buffer, memory);
  }

  /** Maps and validates a file that an initiator made. */
  static LinkFile open(Path path, RingSize sizes) throws IOException {
    long capacity = ShmLayout.ringCapacity(Files.size(path));
    require(sizes.accepts(capacity), "size");
    ByteBuffer buffer = Mapping.openBuffer(path, ShmLayout.linkBytes(capacity));
    MemorySegment memory = MemorySegment.ofBuffer(buffer);
    require(memory.get(LONG, ShmLayout.MAGIC) == ShmLayout.LINK_MAGIC, "magic");
    require(memory.get(INT, ShmLayout.VERSION_AT) == ShmLayout.VERSION, "version");
    require(memory.get(LONG, ShmLayout.CAPACITY) == capacity, "capacity");
    Header header =
        new Header(
            capacity,
            memory.get(LONG, ShmLayout.NUMBER),
            readText(memory, ShmLayout.INITIATOR),
            readText(memory, ShmLayout.ACCEPTOR),
            memory.get(LONG, ShmLayout.INITIATOR_INCARNATION));
    return new LinkFile(path, header, buffer, memory);
  }

  private static void require(boolean right, String what) throws IOException {
    if (!right) {
      throw new IOException("a link file has a wrong " + what);
    }
  }

  /** Ends its use, except for one final check. */
  void retire() {
    share.linkEnded();
  }

  /** Whether it was truncated. */
  boolean isCut() {
    return Mapping.isCut(memory);
  }

  /** Deletes the name; the memory stays until both ends release it. */
  void delete() {
    CloseQuietly.delete(path);
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

  /** Marks one end as left, after all of its writes. */
  void leave(boolean asInitiator) {
    LONG_WORD.setRelease(
        memory, asInitiator ? ShmLayout.INITIATOR_LEFT : ShmLayout.ACCEPTOR_LEFT, 1L);
  }

  /** Pairs with {@link #leave}: a thread that sees the flag sees all writes of that end. */
  boolean hasLeft(boolean initiator) {
    long at = initiator ? ShmLayout.INITIATOR_LEFT : ShmLayout.ACCEPTOR_LEFT;
    return (long) LONG_WORD.getAcquire(memory, at) != 0;
  }

  /**
   * Sets or clears (0) the grant by which one end accesses the other's memory. Its copy follows a
   * {@link VarHandle#fullFence}, and precedes the clearing.
   */
  void setAccess(boolean asInitiator, long grant) {
    LONG_WORD.setRelease(memory, accessAt(asInitiator), grant);
  }

  /** The grant by which an end accesses the other's memory. Pairs with {@link #setAccess}. */
  long accessedGrant(boolean initiator) {
    return (long) LONG_WORD.getAcquire(memory, accessAt(initiator));
  }

  private static long accessAt(boolean initiator) {
    return initiator ? ShmLayout.INITIATOR_ACCESS : ShmLayout.ACCEPTOR_ACCESS;
  }

  private FrameRing ring(int index) {
    int bytes = Math.toIntExact(FrameRing.bytesFor(header.capacity));
    return new FrameRing(buffer.slice((int) ShmLayout.RINGS + index * bytes, bytes));
  }

  private static void writeText(MemorySegment memory, long at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    memory.set(SHORT, at, (short) bytes.length);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, at + Short.BYTES, bytes.length);
  }

  private static String readText(MemorySegment memory, long at) throws IOException {
    int length = memory.get(SHORT, at);
    require(length >= 0 && length <= ShmAddress.MAX_BYTES, "address");
    byte[] bytes = new byte[length];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + Short.BYTES, bytes, 0, length);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
