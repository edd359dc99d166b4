package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Thousands of virtual threads that wait for completions use neither a carrier nor CPU time. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SleepersTest {
  private static final int THREADS = 5000;
  private static final int SCANS = 100;

  private final List<FutureTask<Integer>> reads = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  private void sleepOn(CompletionQueue queue) {
    FutureTask<Integer> read = new FutureTask<>(() -> readOne(queue));
    reads.add(read);
    threads.add(Thread.startVirtualThread(read));
  }

  private static int readOne(CompletionQueue queue) {
    CompletionBatch batch = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
    return queue.sread(batch, 1, 0, -1);
  }

  /** Whether each is parked without a timeout; a thread that polls at intervals is not. */
  private boolean areAllParked() {
    return threads.stream().allMatch(each -> each.getState() == Thread.State.WAITING);
  }

  /** Waits until all stay parked, while another virtual thread, which needs a carrier, works. */
  private void assertThatTheyCostNothing() throws Exception {
    Node.until(this::areAllParked);
    for (int parked = 0; parked < SCANS; ) {
      Thread.startVirtualThread(Thread::yield).join();
      parked = areAllParked() ? parked + 1 : 0;
    }
    assertTrue(reads.stream().noneMatch(FutureTask::isDone), "all sleep");
  }

  private void assertThatAllAreWoken() throws Exception {
    for (FutureTask<Integer> read : reads) {
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
