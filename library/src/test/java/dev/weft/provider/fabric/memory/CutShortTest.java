package dev.weft.provider.fabric.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A long one-sided copy whose target leaves meanwhile does not complete successfully. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class CutShortTest {
  private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
  private static final long LENGTH = 1 << 28;
  private static final int REPETITIONS = 8;
  private static final long KEY = 7;

  private final String fabric = Node.freshName();

  @Test
  void shouldFailWhenTheTargetLeaves() throws Exception {
    try (Node target = Node.open(fabric);
        Node initiator = Node.open(fabric)) {
      long there = initiator.handleOf(target);
      MemorySegment room = target.memory(LENGTH);
      MemorySegment text = initiator.memory(LENGTH).fill((byte) 1);
      MemoryRegion region = target.domain.register(room, AccessFlags.REMOTE, KEY, null);
      Thread leaver = Thread.ofPlatform().start(() -> leaveAmid(target, room));
      assertEquals(0, initiator.endpoint.writeMsg(all(text, there), OperationFlags.COMPLETION));
      leaver.join();
      initiator.expectError(1, Errno.ECONNRESET);
      region.close();
    }
  }

  private static RmaMessage all(MemorySegment text, long there) {
    IoVector here = new IoVector();
    RmaIoVector ranges = new RmaIoVector();
    for (int i = 0; i < REPETITIONS; i++) {
      here.add(text);
      ranges.add(0, LENGTH, KEY);
    }
    return new RmaMessage().vector(here).remote(ranges).address(there).context(1);
  }

  private static void leaveAmid(Node target, MemorySegment room) {
    while ((byte) BYTE.getVolatile(room, 0L) == 0) {
      Thread.onSpinWait();
    }
    target.endpoint.close();
  }
}
