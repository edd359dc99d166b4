package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.SharedMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ShmMemoryTest {
  private static final long MUCH = 1 << 20;

  @TempDir private Path base;
  private final SharedMemory.Place place = new SharedMemory.Place();

  private ShmWire wire() {
    return new ShmWire(base, "fabric", 1 << 16);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(base)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void shouldTouchNothingBeforeItIsUsed() throws IOException {
    wire().openMemory().close();
    assertEquals(List.of(), files());
  }

  @Test
  void shouldShowPeersWhatIsInIt() {
    ShmWire wire = wire();
    try (SharedMemory memory = wire.openMemory()) {
      for (long bytes : new long[] {1, 64, 100, 4096, MUCH, MUCH + 1}) {
        MemorySegment segment = memory.allocate(bytes);
        assertEquals(bytes, segment.byteSize());
        assertEquals(0, segment.address() % 64);
        assertTrue(memory.find(segment, 0, bytes, place));
        MemorySegment seen = new PeerMemory(wire.folder()).find(place.owner, place.file);
        segment.set(ValueLayout.JAVA_BYTE, bytes - 1, (byte) 42);
        assertEquals(42, seen.get(ValueLayout.JAVA_BYTE, place.offset + bytes - 1));
      }
    }
  }

  @Test
  void shouldFindPartsAndNothingElse() {
    try (SharedMemory memory = wire().openMemory()) {
      MemorySegment segment = memory.allocate(MUCH);
      assertTrue(memory.find(segment, 0, MUCH, place));
      long begin = place.offset;
      assertTrue(memory.find(segment.asSlice(100), 50, 10, place));
      assertEquals(begin + 150, place.offset);
      assertFalse(memory.find(segment, 1, MUCH, place));
      assertFalse(memory.find(segment.asSlice(MUCH), 0, 1, place));
      assertFalse(memory.find(Arena.ofAuto().allocate(MUCH), 0, 1, place));
    }
  }

  @Test
  void shouldBeReadableByItsUserOnly() throws IOException {
    try (SharedMemory memory = wire().openMemory()) {
      memory.allocate(MUCH);
      for (Path file : files()) {
        assertEquals(
            "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      }
    }
  }

  @Test
  void shouldStayMemoryButLeaveNoFileOnceClosed() throws IOException {
    ShmWire wire = wire();
    SharedMemory memory = wire.openMemory();
    MemorySegment segment = memory.allocate(MUCH);
    assertTrue(memory.find(segment, 0, MUCH, place));
    memory.close();
    assertEquals(List.of(), files());
    segment.fill((byte) 1);
    assertNull(new PeerMemory(wire.folder()).find(place.owner, place.file));
    assertThrows(IllegalStateException.class, () -> memory.allocate(MUCH));
  }

  @Test
  void shouldFreeWhatNobodyRefersTo() throws Exception {
    try (SharedMemory memory = wire().openMemory()) {
      int before = allocateAndForget(memory);
      while (files().size() == before) {
        System.gc();
        Thread.sleep(10);
      }
    }
  }

  private int allocateAndForget(SharedMemory memory) throws IOException {
    memory.allocate(MUCH).fill((byte) 1);
    return files().size();
  }

  @Test
  void shouldNotBeReclaimedWhileItsOwnerLives() throws IOException {
    try (SharedMemory memory = wire().openMemory()) {
      memory.allocate(MUCH);
      int before = files().size();
      wire().folder().reclaimAll();
      assertEquals(before, files().size());
    }
  }

  @Test
  void shouldBeReclaimedWhenItsOwnerIsDead() throws IOException {
    ShmFolder folder = wire().folder();
    folder.prepare();
    Files.createFile(folder.memoryLock(ShmMemory.nameOf(7)));
    Files.createFile(folder.memory(7, 0));
    folder.reclaimAll();
    assertEquals(List.of(), files());
  }
}
