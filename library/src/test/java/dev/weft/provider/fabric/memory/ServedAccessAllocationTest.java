package dev.weft.provider.fabric.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.SteadyAllocation;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accesses to memory that is out of reach allocate nothing, neither here nor at the target. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ServedAccessAllocationTest {
  private static final int ROUNDS = 5_000;
  private static final long KEY = 7;

  /** Each kind of access, in a method of its own so that a failure names it. */
  enum Access {
    READ {
      @Override
      int post(Node node, MemorySegment memory, AtomicTarget target) {
        return node.endpoint.read(memory, memory.byteSize(), target.destination(), 0, KEY, 1);
      }
    },
    WRITE {
      @Override
      int post(Node node, MemorySegment memory, AtomicTarget target) {
        return node.endpoint.write(memory, memory.byteSize(), target.destination(), 0, KEY, 1);
      }
    },
    FETCH {
      @Override
      int post(Node node, MemorySegment memory, AtomicTarget target) {
        return node.endpoint.fetchAtomic(memory, memory, target, AtomicOperation.SUM, 1);
      }
    };

    abstract int post(Node node, MemorySegment memory, AtomicTarget target);
  }

  @ParameterizedTest
  @CsvSource({"READ, 8", "READ, 100000", "WRITE, 8", "WRITE, 100000", "FETCH, 8"})
  void shouldAllocateNothing(Access access, int bytes) {
    String fabric = Node.freshName();
    try (Node a = Node.openFar(fabric);
        Node b = Node.openFar(fabric)) {
      MemoryRegion region = b.domain.register(b.memory(bytes), AccessFlags.REMOTE, KEY, null);
      MemorySegment memory = a.memory(bytes);
      AtomicTarget target = new AtomicTarget(DataType.INT64).destination(a.handleOf(b)).key(KEY);
      Runnable round = () -> round(a, b, access, memory, target);
      assertEquals(0, SteadyAllocation.ofRounds(ROUNDS, round), "bytes in " + ROUNDS);
      region.close();
    }
  }

  private static void round(
      Node a, Node b, Access access, MemorySegment memory, AtomicTarget target) {
    int posted = access.post(a, memory, target);
    if (posted != 0) {
      throw new AssertionError("posting returned " + posted);
    }
    while (a.queue.read(a.batch, 1) != 1) {
      b.progress();
    }
  }
}
