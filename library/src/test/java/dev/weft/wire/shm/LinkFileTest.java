package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.FrameReader;
import dev.weft.wire.shm.folder.Mapping;
import dev.weft.wire.shm.folder.ShmAddress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The file that two ends of a link share, and the checks of the end that did not make it. */
class LinkFileTest {
  private static final long CAPACITY = 4096;
  private static final LinkFile.Header HEADER =
      new LinkFile.Header(CAPACITY, 17, "shm://f/initiator", "shm://f/acceptor", 4711);

  @TempDir private Path base;
  private Path path;
  private LinkFile made;

  @BeforeEach
  void make() throws IOException {
    path = base.resolve("17.link");
    made = LinkFile.create(path, HEADER);
  }

  private LinkFile open() throws IOException {
    return LinkFile.open(path, RingSize.of(CAPACITY));
  }

  @Test
  void shouldCarryItsHeader() throws IOException {
    assertEquals(HEADER, made.header());
    assertEquals(HEADER, open().header());
    assertEquals(ShmLayout.linkBytes(CAPACITY), Files.size(path));
  }

  @Test
  void shouldRefuseRingsThatAreTooSmall() {
    assertThrows(IOException.class, () -> LinkFile.open(path, RingSize.of(2 * CAPACITY)));
  }

  @Test
  void shouldTakeTheSizeThatTheInitiatorChose() throws IOException {
    LinkFile other = LinkFile.open(path, RingSize.of(CAPACITY / 2));
    assertEquals(HEADER, other.header());
    assertEquals(CAPACITY / 4 - 24, other.fromInitiator().writer().maximumPayload());
  }

  /** The rings lie where the size of the file says, which the header must repeat. */
  @ParameterizedTest
  @ValueSource(longs = {CAPACITY / 2, 2 * CAPACITY, CAPACITY + 1, 0, -CAPACITY, 1L << 62})
  void shouldRefuseASizeThatIsNotThatOfTheFile(long capacity) throws IOException {
    Mapping.open(path).set(ValueLayout.JAVA_LONG, ShmLayout.CAPACITY, capacity);
    RingSize small = RingSize.of(CAPACITY / 2);
    String message = assertThrows(IOException.class, () -> LinkFile.open(path, small)).getMessage();
    assertTrue(message.contains("capacity"), message);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4096, ShmLayout.RINGS + 767, ShmLayout.RINGS + 768})
  void shouldRefuseAFileWithoutRings(long bytes) throws IOException {
    CutFile.to(path, bytes);
    assertThrows(IOException.class, this::open);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1, 2, CAPACITY, 2L << 30})
  void shouldRefuseAFileOfAnotherLength(long more) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(file.length() + more);
    }
    assertThrows(IOException.class, this::open);
  }

  @ParameterizedTest
  @CsvSource({"0, magic", "8, version", "16, capacity"})
  void shouldRefuseAnotherHeader(long at, String what) throws IOException {
    MemorySegment memory = Mapping.open(path);
    memory.set(ValueLayout.JAVA_BYTE, at, (byte) (memory.get(ValueLayout.JAVA_BYTE, at) + 1));
    String message = assertThrows(IOException.class, this::open).getMessage();
    assertTrue(message.contains(what), message);
  }

  @ParameterizedTest
  @ValueSource(longs = {ShmLayout.INITIATOR, ShmLayout.ACCEPTOR})
  void shouldLimitTheLengthOfAddresses(long at) throws IOException {
    MemorySegment memory = Mapping.open(path);
    memory.set(ValueLayout.JAVA_SHORT, at, (short) ShmAddress.MAX_BYTES);
    assertNotNull(open());
    for (int length : new int[] {ShmAddress.MAX_BYTES + 1, -1}) {
      memory.set(ValueLayout.JAVA_SHORT, at, (short) length);
      assertThrows(IOException.class, this::open);
    }
    memory.set(ValueLayout.JAVA_SHORT, at, (short) 0);
    assertNotNull(open(), "its address is checked by the acceptor");
  }

  @Test
  void shouldHaveARingForEachDirection() throws IOException {
    LinkFile other = open();
    var toAcceptor = made.fromInitiator().writer();
    toAcceptor.publish(toAcceptor.claim(0), 0, 1, 0, 0, 7, 0);
    var toInitiator = other.fromAcceptor().writer();
    toInitiator.publish(toInitiator.claim(0), 0, 1, 0, 0, 8, 0);
    assertEquals(7, tagOfNext(other.fromInitiator().reader()));
    assertEquals(8, tagOfNext(made.fromAcceptor().reader()));
  }

  private static long tagOfNext(FrameReader in) {
    assertEquals(1, FrameReader.kind(in.peek()));
    return in.tag();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldKeepTheStateOfEachEnd(boolean initiator) throws IOException {
    LinkFile other = open();
    made.setAccess(initiator, 5);
    assertEquals(5, other.accessedGrant(initiator));
    assertEquals(0, other.accessedGrant(!initiator));
    made.leave(initiator);
    assertTrue(other.hasLeft(initiator));
    assertFalse(other.hasLeft(!initiator));
  }

  @Test
  void shouldKeepTheAccessesOfItsEndsApart() throws IOException {
    made.setAccess(true, 5);
    made.setAccess(false, 6);
    MemorySegment memory = Mapping.open(path);
    assertEquals(5, memory.get(ValueLayout.JAVA_LONG, ShmLayout.INITIATOR_ACCESS));
    assertEquals(6, memory.get(ValueLayout.JAVA_LONG, ShmLayout.ACCEPTOR_ACCESS));
  }

  @Test
  void shouldFindThatItWasCut() throws IOException {
    assertFalse(made.isCut());
    CutFile.to(path, ShmLayout.RINGS);
    assertTrue(made.isCut());
  }

  @Test
  void shouldStayMemoryOnceItsNameIsDeleted() throws IOException {
    LinkFile other = open();
    made.delete();
    assertFalse(Files.exists(path));
    made.setAccess(true, 9);
    assertEquals(9, other.accessedGrant(true));
    assertFalse(other.isCut());
  }
}
