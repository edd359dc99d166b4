package dev.weft.provider.fabric.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.SteadyAllocation;
import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Atomic operations through whole endpoints, beyond the conformance kit. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class AtomicPathTest {
  private static final int ROUNDS = 5_000;
  private static final long KEY = 7;

  @ParameterizedTest
  @EnumSource(names = {"INT64", "FLOAT", "INT16", "LONG_DOUBLE_COMPLEX"})
  void shouldAllocateNothing(DataType type) {
    String fabric = Node.freshName();
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric)) {
      MemoryRegion region = b.domain.register(b.memory(64), AccessFlags.REMOTE, KEY, null);
      MemorySegment buffer = a.memory(64);
      AtomicTarget target = new AtomicTarget(type).destination(a.handleOf(b)).key(KEY);
      Runnable change = () -> change(a, buffer, target);
      assertEquals(0, SteadyAllocation.ofRounds(ROUNDS, change), "bytes in " + ROUNDS);
      region.close();
    }
  }

  private static void change(Node node, MemorySegment buffer, AtomicTarget target) {
    AtomicOperation sum = AtomicOperation.SUM;
    AtomicOperation swap = AtomicOperation.CSWAP;
    int posted =
        node.endpoint.fetchAtomic(buffer, buffer, target, sum, 1)
            | node.endpoint.compareAtomic(buffer, buffer, buffer, target, swap, 2)
            | node.endpoint.injectAtomic(buffer, target, sum);
    if (posted != 0 || node.queue.read(node.batch, 2) != 2) {
      throw new AssertionError("posting returned " + posted);
    }
  }

  @Test
  void shouldRefuseElementsThatAreNotAligned() {
    String fabric = Node.freshName();
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric)) {
      MemorySegment memory = b.memory(64);
      MemoryRegion region = b.domain.register(memory, AccessFlags.REMOTE, KEY, null);
      MemorySegment buffer = a.memory(64);
      buffer.set(ValueLayout.JAVA_INT, 0, 1);
      AtomicTarget target =
          new AtomicTarget(DataType.INT32).destination(a.handleOf(b)).key(KEY).address(2);
      assertEquals(0, a.endpoint.atomic(buffer, target, AtomicOperation.SUM, 1));
      a.expectError(1, Errno.EINVAL);
      assertEquals(-Errno.EINVAL, a.endpoint.injectAtomic(buffer, target, AtomicOperation.SUM));
      assertEquals(0, memory.get(ValueLayout.JAVA_LONG, 0));
      region.close();
    }
  }
}
