package dev.weft.provider.fabric.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters of regions, with direct access and by frames. */
class RegionCounterTest {
  private static final long FIRST = 7;
  private static final long SECOND = 8;
  private static final int ROUNDS = 5_000;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldCountAWriteOnceForEachRegion(boolean far) {
    String fabric = Node.freshName();
    try (Node near = far ? Node.openFar(fabric) : Node.open(fabric);
        Node target = far ? Node.openFar(fabric) : Node.open(fabric);
        Counter firsts = target.domain.openCounter(CounterAttributes.defaults());
        Counter seconds = target.domain.openCounter(CounterAttributes.defaults());
        MemoryRegion _ = counted(target, FIRST, firsts);
        MemoryRegion _ = counted(target, SECOND, seconds)) {
      RmaIoVector ranges = new RmaIoVector().add(0, 8, FIRST).add(0, 8, SECOND).add(8, 8, FIRST);
      RmaMessage write =
          new RmaMessage()
              .vector(IoVector.of(near.memory(24)))
              .remote(ranges)
              .address(near.handleOf(target))
              .context(1);
      assertEquals(0, near.endpoint.writeMsg(write, 0));
      finish(near, target);
      assertEquals(1, firsts.read(), "writes into a region that the operation lists twice");
      assertEquals(1, seconds.read(), "writes into the region between");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldCountAtomicsThatFetch(boolean far) {
    String fabric = Node.freshName();
    try (Node near = far ? Node.openFar(fabric) : Node.open(fabric);
        Node target = far ? Node.openFar(fabric) : Node.open(fabric);
        Counter counter = target.domain.openCounter(CounterAttributes.defaults());
        MemoryRegion _ = counted(target, FIRST, counter)) {
      MemorySegment buffer = near.memory(8);
      AtomicTarget element =
          new AtomicTarget(DataType.INT64).destination(near.handleOf(target)).key(FIRST);
      Endpoint from = near.endpoint;
      assertEquals(0, from.fetchAtomic(buffer, buffer, element, AtomicOperation.SUM, 1));
      finish(near, target);
      assertEquals(
          0, from.compareAtomic(buffer, buffer, buffer, element, AtomicOperation.CSWAP, 2));
      finish(near, target);
      assertEquals(0, from.fetchAtomic(null, buffer, element, AtomicOperation.ATOMIC_READ, 3));
      finish(near, target);
      assertEquals(2, counter.read(), "a fetch, a comparison, and not a read");
    }
  }

  @Test
  void shouldBindOneOfTwoCountersThatThreadsBindAtOnce() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    try (Node target = Node.open(Node.freshName());
        Counter first = target.domain.openCounter(CounterAttributes.defaults());
        Counter second = target.domain.openCounter(CounterAttributes.defaults())) {
      for (int round = 0; round < ROUNDS; round++) {
        try (MemoryRegion region = region(target, FIRST)) {
          CompletableFuture<Boolean> other =
              CompletableFuture.supplyAsync(() -> isBound(region, first, both));
          boolean own = isBound(region, second, both);
          assertNotEquals(own, other.get(), "round " + round + ": bound counters");
        }
      }
    }
  }

  private static boolean isBound(MemoryRegion region, Counter counter, CyclicBarrier both) {
    try {
      both.await();
      region.bind(counter, BindFlags.REMOTE_WRITE);
      return true;
    } catch (FabricException refused) {
      return false;
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MemoryRegion counted(Node node, long key, Counter counter) {
    MemoryRegion region = region(node, key);
    region.bind(counter, BindFlags.REMOTE_WRITE);
    return region;
  }

  private static MemoryRegion region(Node node, long key) {
    return node.domain.register(node.memory(64), AccessFlags.REMOTE, key);
  }

  private static void finish(Node near, Node target) {
    Node.until(
        () -> {
          target.progress();
          return near.queue.read(near.batch, 1) == 1;
        });
  }
}
