package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.weft.SteadyAllocation;
import dev.weft.fabric.Counter;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitCondition;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.wait.Selectable;
import dev.weft.provider.fabric.wait.SoftwareSelector;
import dev.weft.wait.Notifier;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Parking and being woken by a peer allocate nothing: neither in the waiter, nor in its waker, nor
 * in the event loop that serves waiters without a selector. The peer sends only once the reader is
 * parked, so that each round parks.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SleepAllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 1000;
  private static final long TASK_BYTES = 32;

  /** What else would be allocated by each sleep at least; other threads allocate now and then. */
  private static final long SMALLEST_OBJECT = 16;

  private final String fabric = Node.freshName();
  private final AtomicInteger begun = new AtomicInteger();
  private volatile boolean over;

  private Node open(String provider, WaitObject wait) {
    return open(provider, wait, WaitCondition.NONE);
  }

  private Node open(String provider, WaitObject wait, Consumer<Node> prepare) {
    FabricInfo offer = Fabrics.getInfo(FabricInfo.builder().provider(provider).build()).getFirst();
    FabricInfo info = Node.named(offer, fabric);
    long flags = BindFlags.TRANSMIT | BindFlags.RECV;
    return new Node(info, Fabrics.open(info), Node.queueOf(wait, 0), flags, prepare);
  }

  private Node open(String provider, WaitObject wait, WaitCondition condition) {
    CompletionQueueAttributes attributes =
        CompletionQueueAttributes.builder()
            .format(CompletionFormat.TAGGED)
            .waitObject(wait)
            .waitCondition(condition)
            .build();
    FabricInfo.Builder hints = FabricInfo.builder().provider(provider);
    return new Node(fabric, hints, attributes, BindFlags.TRANSMIT | BindFlags.RECV);
  }

  /** Bytes of this thread, of the sender, and of the event loop. */
  private static LongSupplier allocatedBy(Thread sender) {
    Thread[] all = new Thread[Thread.activeCount() + 8];
    int count = Thread.enumerate(all);
    List<Thread> threads = new ArrayList<>(List.of(Thread.currentThread(), sender));
    Arrays.stream(all, 0, count)
        .filter(each -> each.getName().equals("weft-shm"))
        .forEach(threads::add);
    return () -> allocated(threads);
  }

  private static long allocated(List<Thread> threads) {
    long sum = 0;
    for (int i = 0; i < threads.size(); i++) {
      sum += THREADS.getThreadAllocatedBytes(threads.get(i).threadId());
    }
    return sum;
  }

  /** Sends a message for each round, once the receiver is parked. */
  private Thread sendToSleepers(Node from, Node to, Notifier sleepers) {
    MemorySegment message = from.memory(8);
    long there = from.handleOf(to);
    return Thread.ofPlatform()
        .start(
            () -> {
              int sent = 0;
              while (!over) {
                if (sent < begun.get() && sleepers.waiters() > 0) {
                  accept(from.endpoint.tinject(message, 8, there, 7));
                  sent++;
                }
                Thread.yield();
              }
            });
  }

  private static void accept(int result) {
    if (result != 0) {
      throw new AssertionError("post returned " + result);
    }
  }

  /** Runs rounds: posts a receive, waits, and takes its entry. */
  private final class Sleeps implements Runnable {
    private final Node to;
    private final IntSupplier sleep;
    private final MemorySegment room;

    Sleeps(Node to, IntSupplier sleep) {
      this.to = to;
      this.sleep = sleep;
      this.room = to.memory(8);
    }

    @Override
    public void run() {
      begun.incrementAndGet();
      accept(to.endpoint.trecv(room, 8, FabricAddress.UNSPEC, 7, 0, 1));
      if (sleep.getAsInt() != 1) {
        throw new AssertionError("nothing came");
      }
    }
  }

  private void assertNothingAllocated(Node to, Node from, IntSupplier sleep) throws Exception {
    assertNothingAllocated(to, from, ((Selectable) to.queue).waiting().notifier(), sleep);
  }

  private void assertNothingAllocated(Node to, Node from, Notifier sleepers, IntSupplier sleep)
      throws Exception {
    Sleeps sleeps = new Sleeps(to, sleep);
    Thread sender = sendToSleepers(from, to, sleepers);
    try {
      long bytes = SteadyAllocation.ofRounds(ROUNDS, sleeps, allocatedBy(sender));
      assertEquals(0, bytes, "bytes in " + ROUNDS + " sleeps");
    } finally {
      over = true;
      sender.join();
    }
  }

  @ParameterizedTest
  @CsvSource({"shm,UNSPEC", "shm,FD", "loopback,UNSPEC", "loopback,FD", "loopback,MUTEX_COND"})
  void shouldAllocateNothingInSread(String provider, WaitObject wait) throws Exception {
    try (Node to = open(provider, wait);
        Node from = open(provider, WaitObject.NONE)) {
      assertNothingAllocated(to, from, () -> to.queue.sread(to.batch, 1, 0, -1));
    }
  }

  @Test
  void shouldAllocateNothingWithATimeout() throws Exception {
    try (Node to = open("shm", WaitObject.UNSPEC);
        Node from = open("shm", WaitObject.NONE)) {
      assertNothingAllocated(to, from, () -> to.queue.sread(to.batch, 1, 0, 300_000));
    }
  }

  /**
   * A virtual thread allocates only the task by which the JDK continues it, made by {@code
   * VirtualThread.lazySubmitRunContinuation} each time.
   */
  @Test
  void shouldAllocateNoMoreThanATaskForAVirtualThread() throws Exception {
    try (Node to = open("shm", WaitObject.UNSPEC);
        Node from = open("shm", WaitObject.NONE)) {
      Sleeps sleeps = new Sleeps(to, () -> to.queue.sread(to.batch, 1, 0, -1));
      Thread sender = sendToSleepers(from, to, ((Selectable) to.queue).waiting().notifier());
      FutureTask<Long> measuring =
          new FutureTask<>(
              () ->
                  SteadyAllocation.ofRounds(ROUNDS, sleeps, THREADS::getTotalThreadAllocatedBytes));
      Thread.ofVirtual().start(measuring);
      long bytes = measuring.get(); // fewer if it was woken before it released its carrier
      assertTrue(
          bytes < ROUNDS * (TASK_BYTES + SMALLEST_OBJECT),
          bytes + " bytes in " + ROUNDS + " sleeps");
      over = true;
      sender.join();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shm", "loopback"})
  void shouldAllocateNothingInCounters(String provider) throws Exception {
    Counter[] arrived = new Counter[1];
    try (Node to = open(provider, WaitObject.NONE, node -> arrived[0] = bindCounter(node));
        Node from = open(provider, WaitObject.NONE)) {
      Selectable counter = (Selectable) arrived[0];
      IntSupplier sleep =
          () -> {
            accept(arrived[0].await(begun.get(), -1));
            return to.queue.read(to.batch, 1);
          };
      assertNothingAllocated(to, from, counter.waiting().notifier(), sleep);
      to.endpoint.close();
      arrived[0].close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shm", "loopback"})
  void shouldAllocateNothingInSelectors(String provider) throws Exception {
    try (Node to = open(provider, WaitObject.UNSPEC);
        Node from = open(provider, WaitObject.NONE);
        var selector = (SoftwareSelector<Node>) to.fabric.<Node>openSelector()) {
      selector.register(to.queue, to);
      IntSupplier sleep =
          () -> {
            int taken = 0;
            while (taken != 1) { // a doorbell may precede the entry
              selector.select(_ -> {}, -1);
              taken = to.queue.read(to.batch, 1);
            }
            return taken;
          };
      assertNothingAllocated(to, from, selector.notifier(), sleep);
    }
  }

  private static Counter bindCounter(Node node) {
    Counter counter =
        node.domain.openCounter(CounterAttributes.builder().waitObject(WaitObject.UNSPEC).build());
    node.endpoint.bind(counter, BindFlags.RECV);
    return counter;
  }
}
