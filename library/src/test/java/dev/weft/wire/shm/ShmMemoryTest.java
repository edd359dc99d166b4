package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.SharedMemory;
import dev.weft.wire.WireException;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
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
  private final SharedMemory.Location place = new SharedMemory.Location();

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

  /** A process that looks for dead ones was killed while it had its own name for the lock. */
  @Test
  void shouldDeleteWhatAnotherProcessHasLeftOfItsLock() throws IOException {
    try (SharedMemory memory = wire().openMemory()) {
      memory.allocate(1);
      List<Path> locks =
          files().stream().filter(file -> file.toString().endsWith(".lock")).toList();
      assertEquals(1, locks.size());
      Files.createLink(Path.of(locks.getFirst() + ".4f1b"), locks.getFirst());
    }
    try (Stream<Path> left = Files.list(base)) {
      assertEquals(List.of(), left.toList());
    }
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
  void shouldPutSmallPartsIntoOneFile() throws IOException {
    try (SharedMemory memory = wire().openMemory()) {
      long part = MUCH / 8;
      List<MemorySegment> parts = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        parts.add(memory.allocate(part));
        assertEquals(1, memoryFiles());
      }
      assertEquals(8, parts.stream().map(MemorySegment::address).distinct().count());
      parts.add(memory.allocate(1));
      assertEquals(2, memoryFiles(), "the first is full");
      parts.add(memory.allocate(part + 1));
      assertEquals(3, memoryFiles(), "a large one has a file of its own");
      parts.add(memory.allocate(1));
      assertEquals(3, memoryFiles());
      parts.forEach(each -> assertTrue(memory.find(each, 0, each.byteSize(), place)));
    }
  }

  private long memoryFiles() throws IOException {
    return files().stream().filter(file -> file.toString().endsWith(".memory")).count();
  }

  @Test
  void shouldRefuseMoreThanThereIsRoomFor() throws IOException {
    try (SharedMemory memory = wire().openMemory()) {
      var refused = assertThrows(WireException.class, () -> memory.allocate(1L << 60));
      assertTrue(refused.getMessage().contains("No space left"), refused::getMessage);
      assertEquals(0, memoryFiles());
      assertEquals(1, memory.allocate(1).byteSize());
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
    assertNotNull(memory.grant(1, segment, 0, 0));
    memory.close();
    try (Stream<Path> all = Files.list(base)) {
      assertEquals(List.of(), all.toList(), "files or folders");
    }
    segment.fill((byte) 1);
    assertNull(new PeerMemory(wire.folder()).find(place.owner, place.file));
    assertThrows(IllegalStateException.class, () -> memory.allocate(MUCH));
  }

  @Test
  void shouldFreeUnreachableMemory() throws Exception {
    try (SharedMemory memory = wire().openMemory()) {
      MemorySegment kept = memory.allocate(MUCH);
      int before = allocateAndForget(memory);
      while (files().size() == before) {
        System.gc();
        Thread.sleep(10);
      }
      assertEquals(before - 1, files().size());
      assertTrue(memory.find(kept, 0, MUCH, place));
      kept.fill((byte) 1);
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
    Files.createFile(folder.memoryLock(ShmFolder.memoryName(7)));
    Files.createFile(folder.memory(7, 0));
    folder.reclaimAll();
    assertEquals(List.of(), files());
  }
}
