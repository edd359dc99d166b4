package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.memory.GrantedMemory;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SilentListener;
import dev.weft.wire.shm.folder.Mapping;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Exported regions of one owner, and their checks by the importer. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class GrantsTest {
  private static final long KEY = 7;
  private static final long BYTES = 5000;
  private static final long RIGHTS = 3L << 12;
  private static final long FAR = 1L << 40;

  private final ShmWire wire;
  private final ShmMemory memory;
  private final MemorySegment segment;
  private final Port port;
  private final Port peer;

  GrantsTest(@TempDir Path base) {
    wire = new ShmWire(base, "fabric", 1 << 16);
    memory = (ShmMemory) wire.openMemory();
    segment = memory.allocate(BYTES);
    port = wire.open("shm://fabric/owner", new SilentListener(memory));
    peer = wire.open("shm://fabric/peer", new SilentListener(null));
  }

  @AfterEach
  void close() {
    peer.close();
    port.close();
    memory.close();
  }

  private Link link() {
    return peer.connect("shm://fabric/owner");
  }

  private GrantedMemory found(long key) {
    return link().memory().find(key);
  }

  @Test
  void shouldShowWhatIsGrantedUntilItIsRevoked() {
    assertNull(link().memory(), "nothing is granted yet");
    SharedMemory.Grant grant = memory.grant(KEY, segment, 0, RIGHTS);
    GrantedMemory seen = found(KEY);
    assertTrue(seen.grants(0, BYTES, true));
    assertFalse(seen.grants(1, BYTES, true));
    assertTrue(seen.enter());
    seen.segment().set(ValueLayout.JAVA_BYTE, BYTES - 1, (byte) 42);
    assertTrue(seen.exit());
    assertEquals(42, segment.get(ValueLayout.JAVA_BYTE, BYTES - 1));
    grant.revoke();
    assertFalse(seen.enter());
    assertNull(found(KEY));
  }

  @Test
  void shouldShowGrantsThroughAPortThatOpensLater() {
    assertNotNull(memory.grant(KEY, segment, 0, RIGHTS));
    try (Port later = wire.open("shm://fabric/later", new SilentListener(memory))) {
      Link link = peer.connect(later.address());
      assertTrue(link.memory().find(KEY).grants(0, BYTES, true));
    }
  }

  @Test
  void shouldShowAWholeFile() {
    long bytes = 1 << 20;
    MemorySegment whole = memory.allocate(bytes);
    assertNotNull(memory.grant(KEY, whole, 0, RIGHTS));
    found(KEY).segment().set(ValueLayout.JAVA_BYTE, bytes - 1, (byte) 42);
    assertEquals(42, whole.get(ValueLayout.JAVA_BYTE, bytes - 1));
  }

  @Test
  void shouldKeepWhatItHasFound() {
    assertNotNull(memory.grant(KEY, segment, 0, RIGHTS));
    assertNotNull(memory.grant(KEY + 1, segment, 0, RIGHTS));
    GrantedMemory first = found(KEY);
    assertSame(first, found(KEY));
    GrantedMemory second = found(KEY + 1);
    assertSame(first, found(KEY));
    assertSame(second, found(KEY + 1));
  }

  @Test
  void shouldShowTheNextGrantOfAKey() {
    SharedMemory.Grant grant = memory.grant(KEY, segment, 0, RIGHTS);
    assertNotNull(memory.grant(KEY + 1, segment, 0, RIGHTS));
    GrantedMemory first = found(KEY);
    grant.revoke();
    MemorySegment next = memory.allocate(8);
    assertNotNull(memory.grant(KEY, next, 0, RIGHTS));
    assertNotNull(found(KEY + 1));
    GrantedMemory second = found(KEY);
    assertFalse(first.enter());
    assertTrue(second.enter());
    second.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 9);
    assertTrue(second.exit());
    assertEquals(9, next.get(ValueLayout.JAVA_BYTE, 0));
  }

  @Test
  void shouldNotSeemToAccessWhatItMayNot() {
    SharedMemory.Grant grant = memory.grant(KEY, segment, 0, RIGHTS);
    Link link = link();
    GrantedMemory seen = found(KEY);
    grant.revoke();
    assertFalse(seen.enter());
    port.awaitNoAccess();
    assertFalse(link.isClosed(), "the owner has waited for it in vain");
  }

  @Test
  void shouldShowNothingOnceTheTableIsDeleted() throws IOException {
    assertNotNull(memory.grant(KEY, segment, 0, RIGHTS));
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(Path.of(wire.folder().toString()), "*.grants")) {
      Files.delete(files.iterator().next());
    }
    assertNull(link().memory());
  }

  @Test
  void shouldNotShowMemoryOfItsOwn() {
    assertNull(memory.grant(KEY, Arena.ofAuto().allocate(BYTES), 0, RIGHTS));
    assertNull(memory.grant(KEY, segment.asReadOnly(), 0, RIGHTS));
    assertNull(memory.grant(KEY, segment.asSlice(0, 0), 0, RIGHTS));
  }

  @Test
  void shouldFindAKeyAmongMany() {
    SharedMemory.Grant[] grants =
        LongStream.range(0, 600)
            .mapToObj(key -> memory.grant(key, segment.asSlice(key, 8), 0, RIGHTS))
            .toArray(SharedMemory.Grant[]::new);
    long shown = Stream.of(grants).filter(grant -> grant != null).count();
    assertTrue(shown > 500, () -> "only " + shown + " of 600 found room");
    for (int key = 0; key < grants.length; key++) {
      GrantedMemory seen = found(key);
      assertEquals(grants[key] == null, seen == null);
      if (seen != null) {
        segment.set(ValueLayout.JAVA_BYTE, key, (byte) key);
        assertEquals((byte) key, seen.segment().get(ValueLayout.JAVA_BYTE, 0));
      }
    }
  }

  @Test
  void shouldDenyAccessThroughAClosedPort() {
    assertNotNull(memory.grant(KEY, segment, 0, RIGHTS));
    GrantedMemory seen = found(KEY);
    port.close();
    assertFalse(seen.enter());
  }

  @Test
  void shouldWaitForAnAccessInProgress() throws InterruptedException {
    SharedMemory.Grant grant = memory.grant(KEY, segment, 0, RIGHTS);
    GrantedMemory seen = found(KEY);
    assertTrue(seen.enter());
    Thread revoking = Thread.ofPlatform().start(grant::revoke);
    revoking.join(50);
    assertTrue(revoking.isAlive(), "the owner has not waited");
    assertTrue(seen.exit(), "the owner has waited");
    revoking.join();
  }

  /** It takes ten seconds: the owner waits long, but not for ever. */
  @Tag("long")
  @Test
  void shouldNotWaitForEver() {
    SharedMemory.Grant grant = memory.grant(KEY, segment, 0, RIGHTS);
    Link link = link();
    GrantedMemory seen = found(KEY);
    assertTrue(seen.enter());
    grant.revoke();
    assertFalse(seen.exit(), "the owner has not waited");
    while (!link.isClosed()) {
      Thread.onSpinWait();
    }
  }

  /** An invalid value that an owner writes at a word of an entry. */
  record InvalidWord(long word, long value) {}

  static Stream<InvalidWord> invalidWords() {
    return Stream.of(
        new InvalidWord(ShmLayout.GRANT_FILE, 99),
        new InvalidWord(ShmLayout.GRANT_FILE, -1),
        new InvalidWord(ShmLayout.GRANT_OFFSET, -1),
        new InvalidWord(ShmLayout.GRANT_OFFSET, FAR),
        new InvalidWord(ShmLayout.GRANT_OFFSET, Long.MAX_VALUE),
        new InvalidWord(ShmLayout.GRANT_LENGTH, -1),
        new InvalidWord(ShmLayout.GRANT_LENGTH, FAR),
        new InvalidWord(ShmLayout.GRANT_LENGTH, Long.MAX_VALUE),
        new InvalidWord(ShmLayout.GRANT_LENGTH, Long.MIN_VALUE),
        new InvalidWord(ShmLayout.GRANT_KEY, 8));
  }

  @ParameterizedTest
  @MethodSource("invalidWords")
  void shouldRefuseAnInvalidGrant(InvalidWord invalid) throws IOException {
    assertNotNull(memory.grant(KEY, segment, 0, RIGHTS));
    overwrite(invalid);
    assertNull(found(KEY));
  }

  @ParameterizedTest
  @MethodSource("invalidWords")
  void shouldIgnoreLaterChangesOfAGrant(InvalidWord invalid) throws IOException {
    assertNotNull(memory.grant(KEY, segment, 0, RIGHTS));
    GrantedMemory seen = found(KEY);
    overwrite(invalid);
    assertTrue(seen.enter());
    assertEquals(BYTES, seen.segment().byteSize());
    seen.segment().fill((byte) 1);
    assertTrue(seen.exit());
    assertEquals(1, segment.get(ValueLayout.JAVA_BYTE, BYTES - 1));
  }

  private void overwrite(InvalidWord invalid) throws IOException {
    Path folder = Path.of(wire.folder().toString());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.grants")) {
      MemorySegment table = Mapping.open(files.iterator().next());
      for (long at = ShmLayout.GRANTS; at < table.byteSize(); at += ShmLayout.GRANT_BYTES) {
        if (table.get(ValueLayout.JAVA_LONG, at + ShmLayout.GRANT_NUMBER) != 0) {
          table.set(ValueLayout.JAVA_LONG, at + invalid.word, invalid.value);
        }
      }
    }
  }
}
