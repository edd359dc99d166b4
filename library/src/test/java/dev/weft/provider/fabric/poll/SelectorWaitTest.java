package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait in a selector are woken by anything that makes a member ready. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SelectorWaitTest {
  private static final int FOREVER = -1;
  private static final int ROUNDS = 5_000;

  private final String fabric = Node.freshName();
  private final Node node = Node.open(fabric, Node.hints(), WaitObject.UNSPEC);
  private final Counter counter =
      node.domain.openCounter(CounterAttributes.builder().waitObject(WaitObject.UNSPEC).build());
  private CompletionSelector<Runnable> selector;

  @BeforeEach
  void openSelector() {
    selector = node.fabric.openSelector();
  }

  @AfterEach
  void closeAll() {
    selector.close();
    counter.close();
    node.close();
  }

  /**
   * Starts a selection in another thread, which runs the members' attachments; returns once it
   * waits.
   */
  private CompletableFuture<Integer> selectAside(int timeoutMillis) throws InterruptedException {
    CompletableFuture<Integer> result = new CompletableFuture<>();
    Thread thread =
        Thread.startVirtualThread(
            () ->
                result.complete(selector.select(ready -> ready.attachment().run(), timeoutMillis)));
    awaitBlocked(thread);
    assertFalse(result.isDone());
    return result;
  }

  private static void awaitBlocked(Thread thread) throws InterruptedException {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING
        && thread.isAlive()) {
      Thread.sleep(1);
    }
  }

  private static <T> T soon(Future<T> result) throws Exception {
    return result.get(300, TimeUnit.SECONDS);
  }

  @Test
  void shouldBeWokenByCounter() throws Exception {
    selector.register(counter, counter::read);
    CompletableFuture<Integer> selected = selectAside(FOREVER);
    counter.add(1);
    assertEquals(1, soon(selected));
  }

  @Test
  void shouldBeWokenByMessageThatOnlyItCanReceive() throws Exception {
    selector.register(node.queue, () -> node.expect(9));
    assertEquals(0, node.endpoint.recv(node.memory(8), 8, -1, 9));
    CompletableFuture<Integer> selected = selectAside(FOREVER);
    try (Node sender = Node.open(fabric)) {
      assertEquals(0, sender.endpoint.inject(sender.memory(8), 8, sender.handleOf(node)));
      assertEquals(1, soon(selected));
    }
  }

  @Test
  void shouldBeWokenOverSharedMemory() throws Exception {
    try (Node receiver = Node.open(fabric, sharedMemory(), WaitObject.UNSPEC);
        Node sender = Node.open(fabric, sharedMemory(), WaitObject.NONE)) {
      selector.register(receiver.queue, () -> receiver.expect(9));
      long there = sender.handleOf(receiver);
      for (int round = 0; round < 3; round++) {
        assertEquals(0, receiver.endpoint.recv(receiver.memory(8), 8, -1, 9));
        CompletableFuture<Integer> selected = selectAside(FOREVER);
        Node.accepted(
            () -> {
              sender.progress();
              return sender.endpoint.inject(sender.memory(8), 8, there);
            });
        assertEquals(1, soon(selected));
      }
    }
  }

  private static FabricInfo.Builder sharedMemory() {
    return FabricInfo.builder().provider("shm");
  }

  @Test
  void shouldBeWokenByEventQueue() throws Exception {
    EventQueueAttributes attributes =
        EventQueueAttributes.blocking().toBuilder().flags(EventQueueAttributes.WRITE).build();
    try (EventQueue events = node.fabric.openEventQueue(attributes)) {
      EventEntry entry = EventEntry.allocate(Arena.ofAuto(), 8);
      selector.register(events, () -> assertTrue(events.read(entry, 0) > 0));
      CompletableFuture<Integer> selected = selectAside(FOREVER);
      events.write(EventEntry.allocate(Arena.ofAuto(), 8), 0);
      assertEquals(1, soon(selected));
      assertEquals(0, selector.selectNow(ready -> {}));
    }
    assertEquals(0, selector.size());
  }

  @Test
  void shouldBeWokenByProgressThread() throws Exception {
    try (Node automatic =
            Node.open(fabric, Node.hints().progress(ProgressModel.AUTO), WaitObject.UNSPEC);
        Node sender = Node.open(fabric)) {
      selector.register(automatic.queue, () -> automatic.expect(9));
      assertEquals(0, automatic.endpoint.recv(automatic.memory(8), 8, -1, 9));
      CompletableFuture<Integer> selected = selectAside(FOREVER);
      assertEquals(0, sender.endpoint.inject(sender.memory(8), 8, sender.handleOf(automatic)));
      assertEquals(1, soon(selected));
    }
  }

  @Test
  void shouldSeeReadyMemberThatJoinsWhileItSleeps() throws Exception {
    CompletableFuture<Integer> selected = selectAside(FOREVER);
    counter.add(1);
    selector.register(counter, counter::read);
    assertEquals(1, soon(selected));
  }

  @Test
  void shouldSeeMessageOfMemberThatJoinsWhileItSleeps() throws Exception {
    CompletableFuture<Integer> selected = selectAside(FOREVER);
    assertEquals(0, node.endpoint.recv(node.memory(8), 8, -1, 9));
    try (Node sender = Node.open(fabric)) {
      long there = sender.handleOf(node);
      assertEquals(0, sender.endpoint.inject(sender.memory(8), 8, there));
      selector.register(node.queue, () -> node.expect(9));
      assertEquals(1, soon(selected));
    }
  }

  @Test
  void shouldSleepOnWhenMembersLeave() throws Exception {
    SelectorKey<Runnable> selectorKey = selector.register(node.queue, () -> {});
    selector.register(counter, counter::read);
    CompletableFuture<Integer> selected = selectAside(FOREVER);
    selectorKey.cancel();
    sendToSelf();
    node.progress();
    assertFalse(selected.isDone());
    counter.add(1);
    assertEquals(1, soon(selected));
    node.expect(1);
  }

  private void sendToSelf() {
    assertEquals(0, node.endpoint.recv(node.memory(8), 8, -1, 1));
    assertEquals(0, node.endpoint.inject(node.memory(8), 8, node.handleOf(node)));
  }

  @Test
  void shouldSleepOnWhenMemberIsClosed() throws Exception {
    selector.register(counter, counter::read);
    CompletableFuture<Integer> selected = selectAside(FOREVER);
    counter.close();
    Thread.sleep(20);
    assertFalse(selected.isDone());
    selector.wakeup();
    assertEquals(0, soon(selected));
  }

  @Test
  void shouldEndWhenItIsClosed() throws Exception {
    List<CompletableFuture<Integer>> all = List.of(selectAside(FOREVER), selectAside(FOREVER));
    selector.close();
    for (CompletableFuture<Integer> selected : all) {
      assertEquals(-Errno.EBADF, soon(selected));
    }
  }

  @Test
  void shouldEndOneWaitForEachWakeup() throws Exception {
    CompletableFuture<Integer> first = selectAside(FOREVER);
    selector.wakeup();
    assertEquals(0, soon(first));
    CompletableFuture<Integer> second = selectAside(FOREVER);
    selector.wakeup();
    assertEquals(0, soon(second));
  }

  @Test
  void shouldKeepWakeupForTheNextWait() {
    selector.register(counter, counter::read);
    selector.wakeup();
    selector.wakeup();
    counter.add(1);
    assertEquals(1, selector.select(ready -> ready.attachment().run()));
    assertEquals(0, selector.selectNow(ready -> {}));
    assertEquals(0, selector.select(ready -> {}));
    assertEquals(0, selector.select(ready -> {}, 1));
  }

  @Test
  void shouldEndAfterInterrupt() throws Exception {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread thread =
        Thread.startVirtualThread(
            () -> {
              int ready = selector.select(member -> {});
              interrupted.complete(ready == 0 && Thread.currentThread().isInterrupted());
            });
    awaitBlocked(thread);
    thread.interrupt();
    assertTrue(soon(interrupted));
  }

  @Test
  void shouldShowOneMemberWhileAnotherIsServed() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch served = new CountDownLatch(1);
    selector.register(
        counter,
        () -> {
          counter.read();
          busy.countDown();
          await(served);
        });
    selector.register(
        node.queue,
        () -> {
          node.expect(1);
          served.countDown();
        });
    List<CompletableFuture<Integer>> both = List.of(selectAside(FOREVER), selectAside(FOREVER));
    counter.add(1);
    await(busy);
    sendToSelf();
    for (CompletableFuture<Integer> selected : both) {
      assertEquals(1, soon(selected));
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(300, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Each thread answers a change by changing the next counter, another one each time. */
  @Test
  void shouldWakeEveryWaiterInManyRounds() throws Exception {
    List<Counter> counters = new ArrayList<>();
    AtomicLong seen = new AtomicLong();
    try {
      for (int i = 0; i < 8; i++) {
        counters.add(openCounter());
      }
      for (Counter each : counters) {
        selector.register(each, each::read);
      }
      Consumer<SelectorKey<Runnable>> count =
          ready -> {
            ready.attachment().run();
            seen.incrementAndGet();
          };
      List<Thread> threads =
          List.of(Thread.startVirtualThread(() -> serve(count)), new Thread(() -> serve(count)));
      threads.getLast().start();
      for (int round = 0; round < ROUNDS; round++) {
        long before = seen.get();
        counters.get(round % counters.size()).add(1);
        Node.until(() -> seen.get() > before);
      }
      selector.close();
      for (Thread thread : threads) {
        assertTrue(thread.join(java.time.Duration.ofMinutes(5)));
      }
    } finally {
      counters.forEach(Counter::close);
    }
  }

  private void serve(Consumer<SelectorKey<Runnable>> action) {
    int ready = 0;
    while (ready >= 0) {
      ready = selector.select(action);
    }
  }

  private Counter openCounter() {
    return node.domain.openCounter(
        CounterAttributes.builder().waitObject(WaitObject.UNSPEC).build());
  }

  @Test
  void shouldDeliverWhatManySendersSend() throws Exception {
    AtomicLong received = new AtomicLong();
    List<Node> receivers = new ArrayList<>();
    try (Node sender = Node.open(fabric)) {
      for (int i = 0; i < 4; i++) {
        Node receiver = Node.open(fabric, Node.hints(), WaitObject.UNSPEC);
        receivers.add(receiver);
        MemorySegment buffer = receiver.memory(8);
        assertEquals(0, receiver.endpoint.recv(buffer, 8, -1, i));
        selector.register(
            receiver.queue, () -> received.addAndGet(takeAndRepost(receiver, buffer)));
      }
      Thread server = Thread.startVirtualThread(() -> serve(ready -> ready.attachment().run()));
      long[] there = receivers.stream().mapToLong(sender::handleOf).toArray();
      MemorySegment message = sender.memory(8);
      for (int round = 1; round <= ROUNDS; round++) {
        assertEquals(0, sender.endpoint.inject(message, 8, there[round % there.length]));
        long all = round;
        Node.until(() -> received.get() == all);
      }
      selector.close();
      assertTrue(server.join(java.time.Duration.ofMinutes(5)));
    } finally {
      receivers.forEach(Node::close);
    }
  }

  private static int takeAndRepost(Node receiver, MemorySegment buffer) {
    int count = receiver.queue.read(receiver.batch, Node.BATCH);
    for (int i = 0; i < count; i++) {
      assertEquals(0, receiver.endpoint.recv(buffer, 8, -1, 1));
    }
    return Math.max(count, 0);
  }
}
