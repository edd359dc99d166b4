package dev.weft.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class RegisteredMemoryTest {
  private static final int SIZE = 64;
  private static final long READ = 1L << 12;
  private static final long WRITE = 1L << 13;

  private final MemorySegment segment = Arena.ofAuto().allocate(SIZE);

  private RegisteredMemory memory(long access) {
    return new RegisteredMemory(7, segment, access);
  }

  @Test
  void shouldKeepWhatItWasMadeOf() {
    RegisteredMemory memory = memory(READ | WRITE);
    assertEquals(7, memory.key());
    assertSame(segment, memory.segment());
    assertEquals(READ | WRITE, memory.access());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 64, true",
    "0, 65, false",
    "1, 64, false",
    "64, 0, true",
    "65, 0, false",
    "63, 1, true",
    "-1, 1, false",
    "0, -1, false",
    "0, 0, true",
    "9223372036854775807, 9223372036854775807, false"
  })
  void shouldGrantOnlyBytesInside(long address, long length, boolean granted) {
    assertEquals(granted, memory(READ).grants(address, length, false));
    assertEquals(granted, memory(WRITE).grants(address, length, true));
  }

  @Test
  void shouldGrantOnlyTheDirectionThatIsAllowed() {
    assertFalse(memory(READ).grants(0, SIZE, true));
    assertFalse(memory(WRITE).grants(0, SIZE, false));
    assertFalse(memory(0).grants(0, 0, false));
  }

  @Test
  void shouldTellTheWatcherOfEachWrite() {
    RegisteredMemory memory = memory(WRITE);
    List<Long> told = new ArrayList<>();
    memory.written(1);
    memory.whenWritten(told::add);
    memory.written(2);
    memory.written(3);
    memory.whenWritten(null);
    memory.written(4);
    assertEquals(List.of(2L, 3L), told);
  }

  @Test
  void shouldAdmitSeveralAtOnceAndNoneOnceClosed() {
    RegisteredMemory memory = memory(READ);
    assertTrue(memory.enter());
    assertTrue(memory.enter());
    assertTrue(memory.exit());
    assertTrue(memory.exit());
    assertTrue(memory.isOpen());
    memory.close();
    assertFalse(memory.isOpen());
    assertFalse(memory.enter());
    memory.close(); // a refused entry is not waited for
  }

  @Test
  void shouldCloseOnlyWhenTheLastCopyHasEnded() throws Exception {
    RegisteredMemory memory = memory(READ);
    AtomicBoolean closed = new AtomicBoolean();
    assertTrue(memory.enter());
    assertTrue(memory.enter());
    Thread closer = Thread.ofPlatform().start(() -> closeAndSay(memory, closed));
    while (memory.isOpen()) {
      Thread.onSpinWait();
    }
    assertFalse(memory.enter());
    memory.exit();
    Thread.sleep(10); // time in which a close that does not wait would return
    assertFalse(closed.get());
    memory.exit();
    closer.join();
    assertTrue(closed.get());
  }

  private static void closeAndSay(RegisteredMemory memory, AtomicBoolean closed) {
    memory.close();
    closed.set(true);
  }
}
