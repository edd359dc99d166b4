package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weft.wire.shm.folder.Mapping;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A peer's files, each mapped once while it is among the most recently used. */
class PeerMemoryTest {
  private static final long OWNER = 3;
  private static final int MAX = 64;

  private final ShmFolder folder;
  private final PeerMemory memory;

  PeerMemoryTest(@TempDir Path base) {
    folder = new ShmFolder(base, "f");
    memory = new PeerMemory(folder);
  }

  @BeforeEach
  void prepare() throws IOException {
    folder.prepare();
  }

  private void make(long owner, long number) throws IOException {
    MemorySegment made = Mapping.create(folder.memory(owner, number), 8);
    made.set(ValueLayout.JAVA_LONG, 0, 1000 * owner + number);
  }

  private MemorySegment found(long owner, long number) {
    MemorySegment segment = memory.find(owner, number);
    assertNotNull(segment);
    assertEquals(1000 * owner + number, segment.get(ValueLayout.JAVA_LONG, 0));
    return segment;
  }

  @Test
  void shouldFindEachFileByItsOwnerAndNumber() throws IOException {
    make(OWNER, 0);
    make(OWNER, 1);
    make(OWNER + 1, 0);
    MemorySegment first = found(OWNER, 0);
    assertSame(first, found(OWNER, 0));
    MemorySegment _ = found(OWNER, 1);
    MemorySegment _ = found(OWNER + 1, 0);
    assertSame(first, found(OWNER, 0));
  }

  @Test
  void shouldFindAFileThatComesLater() throws IOException {
    assertNull(memory.find(OWNER, 0));
    assertNull(memory.find(OWNER, 0));
    make(OWNER, 0);
    assertNotNull(found(OWNER, 0));
  }

  @Test
  void shouldKeepThoseUsedLast() throws IOException {
    MemorySegment[] first = new MemorySegment[MAX];
    for (int number = 0; number < MAX; number++) {
      make(OWNER, number);
      first[number] = found(OWNER, number);
    }
    for (int number = 0; number < MAX; number++) {
      assertSame(first[number], found(OWNER, number), "there is room for all");
    }
    assertSame(first[0], found(OWNER, 0), "used last");
    make(OWNER, MAX);
    MemorySegment _ = found(OWNER, MAX);
    assertNotSame(first[1], found(OWNER, 1), "not used for the longest time");
    assertSame(first[0], found(OWNER, 0));
  }

  @Test
  void shouldKeepAFileWhoseNameIsDeleted() throws IOException {
    make(OWNER, 0);
    MemorySegment before = found(OWNER, 0);
    Files.delete(folder.memory(OWNER, 0));
    assertSame(before, found(OWNER, 0));
  }
}
