package dev.weft.provider.fabric.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Errno;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.Numbers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Long messages from memory that the other process can map. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SharedMemoryTest {
  private static final int LONG = 3_000_000;
  private static final int ANY = -1;

  private final String fabric = Node.freshName() + "-" + ProcessHandle.current().pid();
  private final Node a = open();
  private final Node b = open();
  private final long toB = a.handleOf(b);

  private Node open() {
    return Node.open(fabric, FabricInfo.builder().provider("shm"), WaitObject.NONE);
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
  }

  private static MemorySegment filled(MemorySegment memory, long number) {
    Numbers.fill(memory, memory.byteSize(), number);
    return memory;
  }

  private void settleUntilBothCompleted() {
    Node.until(
        () -> {
          a.progress();
          return b.queue.read(b.batch, 1) == 1;
        });
    Node.until(
        () -> {
          b.progress();
          return a.queue.read(a.batch, 1) == 1;
        });
  }

  @Test
  void shouldArriveWhole() {
    MemorySegment to = b.memory(LONG);
    assertEquals(0, b.endpoint.recv(to, LONG, ANY, 1));
    assertEquals(0, a.endpoint.send(filled(a.memory(LONG), 7), LONG, toB, 11));
    settleUntilBothCompleted();
    assertEquals(-1, Numbers.wrongAt(to, 0, LONG, 7));
  }

  /** A part of it must be copied through the ring. */
  @Test
  void shouldGatherFromMemoryOfBothKinds() {
    MemorySegment whole = filled(Arena.ofAuto().allocate(LONG), 7);
    MemorySegment middle = a.memory(1_000_001).copyFrom(whole.asSlice(500_000, 1_000_001));
    MemorySegment end = a.memory(100).copyFrom(whole.asSlice(LONG - 100));
    IoVector parts = new IoVector().add(whole, 0, 500_000).add(middle, 0, 1_000_001);
    parts.add(whole, 1_500_001, LONG - 100 - 1_500_001).add(end, 0, 100);
    MemorySegment to = b.memory(LONG);
    assertEquals(0, b.endpoint.recv(to, LONG, ANY, 1));
    assertEquals(0, a.endpoint.sendv(parts, toB, 11));
    settleUntilBothCompleted();
    assertEquals(-1, Numbers.wrongAt(to, 0, LONG, 7));
  }

  @Test
  void shouldTruncate() {
    MemorySegment to = b.memory(LONG / 2);
    assertEquals(0, b.endpoint.recv(to, LONG / 2, ANY, 1));
    assertEquals(0, a.endpoint.send(filled(a.memory(LONG), 7), LONG, toB, 11));
    Node.until(
        () -> {
          a.progress();
          return b.queue.read(b.batch, 1) == -Errno.EAVAIL;
        });
    b.expectError(1, Errno.ETRUNC);
    assertEquals(-1, Numbers.wrongAt(to, 0, LONG / 2, 7));
    a.expect(11);
  }
}
