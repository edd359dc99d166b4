package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.fabric.Errno;
import dev.weft.wire.process.ProcessIdentity;
import dev.weft.wire.process.ProcessMemories;
import dev.weft.wire.process.ProcessMemory;
import dev.weft.wire.process.UnreadableException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadableProcessTest {
  private static final int LENGTH = 300_001;
  private static final long NEVER_MAPPED = 8;
  private static final long LARGE = 1 << 20;

  private final ProcessIdentity own = ProcessIdentity.own();

  @BeforeEach
  void requirePermission() {
    assumeTrue(ProcessMemories.obstacle() == null, ProcessMemories::obstacle);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 4096, 65_536, 65_537, LENGTH - 5})
  void shouldCopyTheBytesAndNoOthers(int size) {
    ProcessMemory memory = ProcessMemories.open(own);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocate(LENGTH);
      byte[] bytes = new byte[LENGTH];
      new Random(size).nextBytes(bytes);
      source.copyFrom(MemorySegment.ofArray(bytes));
      check(memory, source, arena.allocate(LENGTH), size);
      check(memory, source, MemorySegment.ofArray(new byte[LENGTH]), size);
    }
  }

  private static void check(
      ProcessMemory memory, MemorySegment source, MemorySegment destination, int size) {
    memory.read(source.address() + 3, destination, 5, size);

    byte[] expected = new byte[LENGTH];
    MemorySegment.copy(source, 3, MemorySegment.ofArray(expected), 5, size);
    assertArrayEquals(expected, destination.toArray(ValueLayout.JAVA_BYTE));
  }

  @Test
  void shouldThrowForBytesThatAreNotMapped() {
    ProcessMemory memory = ProcessMemories.open(own);
    MemorySegment destination = Arena.ofAuto().allocate(16);

    UnreadableException thrown =
        assertThrows(
            UnreadableException.class, () -> memory.read(NEVER_MAPPED, destination, 0, 16));

    assertEquals(Errno.EFAULT, thrown.error());
    assertEquals("cannot read 16 bytes at 0x8, errno 14", thrown.getMessage());
    assertFalse(memory.hasEnded());
  }

  @Test
  void shouldThrowWhereOnlyTheBeginIsMapped() {
    ProcessMemory memory = ProcessMemories.open(own);
    MemorySegment destination = Arena.ofAuto().allocate(1 << 20);
    long lastBytes = -1L >>> 17; // the end of what a process can map

    assertThrows(UnreadableException.class, () -> memory.read(lastBytes, destination, 0, 1 << 20));
  }

  @Test
  void shouldNotOpenAProcessWithAnotherWord() {
    assertNull(
        ProcessMemories.open(new ProcessIdentity(own.pid(), own.wordAddress(), own.word() + 1)));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Integer.MAX_VALUE, 1L << 40})
  void shouldNotOpenAProcessThatIsNotThere(long pid) {
    assertNull(ProcessMemories.open(new ProcessIdentity(pid, own.wordAddress(), own.word())));
  }

  @Test
  void shouldSayThatTheProcessHasEndedWhenItsWordHasChanged() {
    MemorySegment word = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, 4711);
    ProcessMemory memory =
        ProcessMemories.open(new ProcessIdentity(own.pid(), word.address(), 4711));
    assertNotNull(memory);
    MemorySegment destination = Arena.ofAuto().allocate(8);
    word.set(ValueLayout.JAVA_LONG, 0, 4712); // as memory of another process would have

    assertThrows(UnreadableException.class, () -> memory.read(word.address(), destination, 0, 8));
    assertTrue(memory.hasEnded());
  }

  @Test
  void shouldRefuseAClosedDestination() {
    ProcessMemory memory = ProcessMemories.open(own);
    Arena arena = Arena.ofShared();
    MemorySegment destination = arena.allocate(8);
    arena.close();

    assertThrows(
        IllegalStateException.class, () -> memory.read(own.wordAddress(), destination, 0, 8));
  }

  /** An arena that could be closed during a call would have its memory unmapped under the call. */
  @Test
  void shouldKeepTheDestinationOpenDuringTheCall() throws Exception {
    MemorySegment source = Arena.ofAuto().allocate(LARGE);
    for (int round = 0; round < 20; round++) {
      Arena arena = Arena.ofShared();
      MemorySegment destination = arena.allocate(LARGE);
      var reader = CompletableFuture.supplyAsync(() -> readUntilClosed(source, destination));
      closeBetweenCalls(arena);

      assertEquals("Already closed", reader.get(1, TimeUnit.MINUTES).getMessage());
    }
  }

  private RuntimeException readUntilClosed(MemorySegment source, MemorySegment destination) {
    ProcessMemory memory = ProcessMemories.open(own);
    while (true) {
      try {
        memory.read(source.address(), destination, 0, LARGE);
      } catch (IllegalStateException closed) {
        return closed;
      }
    }
  }

  private static void closeBetweenCalls(Arena arena) {
    boolean closed = false;
    while (!closed) {
      try {
        arena.close();
        closed = true;
      } catch (IllegalStateException duringACall) {
        Thread.onSpinWait();
      }
    }
  }
}
