package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.fabric.poll.Waitable;
import dev.weft.program.FaultyProxy;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.wait.SoftwareWaitSet;
import java.lang.reflect.Proxy;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The readiness contract, and members that take part by it alone, as those of other providers. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class EventWatchTest {
  private static final int LAPS = 300;

  private final Node node = Node.open(Node.freshName(), Node.hints(), WaitObject.UNSPEC);
  private final Counter counter = counter(WaitObject.UNSPEC);

  @AfterEach
  void closeAll() {
    counter.close();
    node.close();
  }

  private Counter counter(WaitObject wait) {
    return node.domain.openCounter(CounterAttributes.builder().waitObject(wait).build());
  }

  /** The object behind its public interface, as another provider's would be. */
  private static <T extends Waitable> T foreign(Class<T> type, T object) {
    return type.cast(
        Proxy.newProxyInstance(
            EventWatchTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("equals")) {
                return Proxy.isProxyClass(arguments[0].getClass())
                    && Proxy.getInvocationHandler(arguments[0])
                        .equals(Proxy.getInvocationHandler(proxy));
              }
              return FaultyProxy.call(object, method, arguments);
            }));
  }

  private void sendToSelf() {
    assertEquals(0, node.endpoint.recv(node.memory(8), 8, -1, 1));
    assertEquals(0, node.endpoint.inject(node.memory(8), 8, node.handleOf(node)));
  }

  @Test
  void shouldCallTheListenerOnceForEachArm() {
    AtomicInteger calls = new AtomicInteger();
    try (EventWatch watch = counter.watch(calls::incrementAndGet)) {
      counter.add(1);
      assertTrue(watch.arm());
      counter.read();
      assertFalse(watch.arm());
      int before = calls.get();
      counter.add(1);
      counter.add(1);
      assertEquals(before + 1, calls.get());
      assertTrue(watch.isReady());
    }
    int before = calls.get();
    counter.add(1);
    assertEquals(before, calls.get());
  }

  @Test
  void shouldReportEachChangeOfACounterToEachWatch() {
    try (EventWatch one = counter.watch(null);
        EventWatch other = counter.watch(null)) {
      counter.addErr(1);
      assertTrue(one.takeEvent());
      assertFalse(one.takeEvent());
      assertTrue(other.takeEvent());
      assertTrue(one.isReady());
    }
  }

  @Test
  void shouldReceiveAlthoughAListenerThrows() {
    AtomicInteger calls = new AtomicInteger();
    EventListener faulty =
        () -> {
          calls.incrementAndGet();
          throw new IllegalStateException("thrown on purpose");
        };
    try (EventWatch watch = node.queue.watch(faulty)) {
      for (int lap = 1; lap <= 3; lap++) {
        assertFalse(watch.arm());
        sendToSelf();
        node.expect(1);
        assertEquals(lap, calls.get());
      }
    }
  }

  private static EventListener listenerOfClose(Runnable action) {
    return new EventListener() {
      @Override
      public void onEvent() {}

      @Override
      public void onClose() {
        action.run();
      }
    };
  }

  @Test
  void shouldCloseAlthoughAListenerThrows() {
    Counter closing = counter(WaitObject.UNSPEC);
    closing.watch(
        listenerOfClose(
            () -> {
              throw new IllegalStateException("thrown on purpose");
            }));
    closing.close();
    assertTrue(closing.isClosed());
  }

  @Test
  void shouldTellTheListenerOfTheClose() {
    AtomicInteger closes = new AtomicInteger();
    Counter closing = counter(WaitObject.UNSPEC);
    closing.watch(listenerOfClose(closes::incrementAndGet));
    closing.close();
    assertEquals(1, closes.get());
    assertThrows(IllegalStateException.class, () -> closing.watch(null));
  }

  @Test
  void shouldRefuseAListenerOfAnObjectThatNotifiesNoWaiter() {
    try (Counter none = counter(WaitObject.NONE)) {
      FabricException refused = assertThrows(FabricException.class, () -> none.watch(() -> {}));
      assertEquals(Errno.EINVAL, refused.errno());
      none.add(1);
      try (EventWatch watch = none.watch(null)) {
        assertTrue(watch.isReady());
      }
    }
  }

  @Test
  void shouldSelectAMemberOfAnotherProvider() throws Exception {
    CompletionQueue queue = foreign(CompletionQueue.class, node.queue);
    try (CompletionSelector<String> selector = node.fabric.openSelector()) {
      SelectorKey<String> key = selector.register(queue, "queue");
      assertEquals(0, selector.selectNow(_ -> {}));
      for (int lap = 0; lap < LAPS; lap++) {
        FutureTask<Integer> waiter = new FutureTask<>(() -> selector.select(_ -> {}));
        Thread.ofVirtual().start(waiter);
        sendToSelf();
        assertEquals(1, waiter.get());
        assertEquals(1, selector.selectNow(_ -> {}));
        node.expect(1);
        assertEquals(0, selector.selectNow(_ -> {}));
      }
      assertThrows(IllegalStateException.class, () -> selector.register(queue, "again"));
      key.cancel();
      sendToSelf();
      assertEquals(0, selector.selectNow(_ -> {}));
      node.expect(1);
    }
  }

  @Test
  void shouldEndTheRegistrationOfAClosedMember() {
    Counter closing = counter(WaitObject.UNSPEC);
    try (CompletionSelector<String> selector = node.fabric.openSelector()) {
      SelectorKey<String> key = selector.register(foreign(Counter.class, closing), "counter");
      closing.close();
      assertFalse(key.isValid());
      assertEquals(0, selector.size());
    }
  }

  @Test
  void shouldWaitInASetForAMemberOfAnotherProvider() throws Exception {
    try (SoftwareWaitSet set =
        (SoftwareWaitSet) node.fabric.openWaitSet(WaitSetAttributes.defaults())) {
      Runnable leave = set.join(foreign(Counter.class, counter));
      assertThrows(FabricException.class, set::close);
      assertEquals(-Errno.ETIMEDOUT, set.await(1));
      for (int lap = 0; lap < LAPS; lap++) {
        FutureTask<Integer> waiter = new FutureTask<>(() -> set.await(-1));
        Thread.ofVirtual().start(waiter);
        counter.add(1);
        assertEquals(0, waiter.get());
        counter.read();
      }
      leave.run();
      counter.add(1);
      assertEquals(-Errno.ETIMEDOUT, set.await(1));
    }
  }

  @Test
  void shouldPollMembersOfAnotherProvider() {
    CompletionQueue queue = foreign(CompletionQueue.class, node.queue);
    Counter other = foreign(Counter.class, counter);
    Object[] contexts = new Object[2];
    try (PollSet set = node.domain.openPollSet(PollSetAttributes.defaults())) {
      assertEquals(0, set.add(queue, 0));
      assertEquals(0, set.add(other, 0));
      counter.addErr(1);
      sendToSelf();
      assertEquals(2, set.poll(contexts, 2));
      assertEquals(1, set.poll(contexts, 2));
      node.expect(1);
      assertEquals(0, set.poll(contexts, 2));
      assertEquals(0, set.del(queue, 0));
      assertEquals(0, set.del(other, 0));
    }
  }
}
