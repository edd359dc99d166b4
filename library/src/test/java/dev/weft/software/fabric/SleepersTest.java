package dev.weft.software.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.weft.fabric.BindFlags;
import dev.weft.fabric.CompletionBatch;
import dev.weft.fabric.CompletionFormat;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.WaitObject;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Thousands of virtual threads that wait for completions keep neither carrier nor processor. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SleepersTest {
  private static final int THREADS = 5000;

  private final List<CompletableFuture<Integer>> reads = new ArrayList<>();
  private final CountDownLatch started = new CountDownLatch(THREADS);

  private void sleepOn(CompletionQueue queue) {
    CompletableFuture<Integer> read = new CompletableFuture<>();
    reads.add(read);
    Thread.startVirtualThread(
        () -> {
          CompletionBatch batch =
              CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
          started.countDown();
          read.complete(queue.sread(batch, 1, 0, -1));
        });
  }

  /** Rests for two seconds, in which one other virtual thread works. */
  private void assertThatTheyCostNothing() throws Exception {
    started.await();
    Thread.sleep(500); // the last ones fall asleep
    AtomicLong turns = new AtomicLong();
    Thread other =
        Thread.startVirtualThread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                turns.incrementAndGet();
                try {
                  Thread.sleep(10);
                } catch (InterruptedException e) {
                  return;
                }
              }
            });
    long before = processorNanos();
    long start = System.nanoTime();
    Thread.sleep(2000);
    double share = (double) (processorNanos() - before) / (System.nanoTime() - start);
    other.interrupt();
    assertTrue(turns.get() > 10, () -> "another thread had " + turns + " turns");
    assertTrue(share < 0.2, () -> "share of a processor while all sleep: " + share);
    assertTrue(reads.stream().noneMatch(CompletableFuture::isDone), "all sleep");
  }

  private static long processorNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private void assertThatAllAreWoken() throws Exception {
    for (CompletableFuture<Integer> read : reads) {
      assertEquals(1, read.get());
    }
  }

  @Test
  void shouldSleepOnOneSharedQueue() throws Exception {
    String fabric = Node.freshName();
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric, Node.hints(), WaitObject.UNSPEC)) {
      for (int i = 0; i < THREADS; i++) {
        sleepOn(b.queue);
      }
      assertThatTheyCostNothing();
      MemorySegment memory = a.memory(8);
      long there = a.handleOf(b);
      for (int i = 0; i < THREADS; i++) {
        Node.accepted(() -> b.endpoint.recv(b.memory(8), 8, -1, 1));
        Node.accepted(() -> a.endpoint.inject(memory, 8, there));
      }
      assertThatAllAreWoken();
    }
  }

  @Test
  void shouldSleepOnQueuesOfTheirOwn() throws Exception {
    String fabric = Node.freshName();
    List<CompletionQueue> queues = new ArrayList<>();
    try (Node a = Node.open(fabric)) {
      for (int i = 0; i < THREADS; i++) {
        CompletionQueue queue =
            a.domain.openCompletionQueue(Node.queueOf(WaitObject.UNSPEC, 1), null);
        queues.add(queue);
        sleepOn(queue);
      }
      assertThatTheyCostNothing();
      try (Node sink = Node.open(fabric)) {
        for (CompletionQueue queue : queues) {
          sendOnce(a, queue, sink);
        }
        assertThatAllAreWoken();
      } finally {
        queues.forEach(CompletionQueue::close);
      }
    }
  }

  /** A send through an endpoint of its own that completes in the queue. */
  private static void sendOnce(Node a, CompletionQueue queue, Node sink) {
    FabricInfo small =
        a.info.toBuilder()
            .transmit(a.info.transmit().toBuilder().size(1).build())
            .receive(a.info.receive().toBuilder().size(1).build())
            .build();
    try (Endpoint endpoint = a.domain.openEndpoint(small)) {
      endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
      endpoint.bind(a.vector, 0);
      endpoint.enable();
      assertEquals(0, endpoint.send(a.memory(8), 8, a.handleOf(sink), 1));
      sink.progress();
    }
  }
}
