package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.ffm.Installed;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Native queues and counters that were opened with a wait set. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class WaitSetTest {
  private static final int LAPS = 100;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  private static CompletionQueue queue(Pair pair, WaitSet set) {
    return pair.domain.openCompletionQueue(
        CompletionQueueAttributes.builder().waitObject(WaitObject.SET).waitSet(set).build());
  }

  private static Counter counter(Pair pair, WaitSet set) {
    return pair.domain.openCounter(
        CounterAttributes.builder().waitObject(WaitObject.SET).waitSet(set).build());
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldWaitForAnyMember(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        WaitSet set = pair.fabric.openWaitSet(WaitSetAttributes.defaults());
        CompletionQueue queue = queue(pair, set);
        Counter counter = counter(pair, set)) {
      assertEquals(-Errno.ETIMEDOUT, set.await(0));
      assertEquals(-Errno.ETIMEDOUT, set.await(30));
      for (int lap = 0; lap < LAPS; lap++) {
        FutureTask<Integer> waiter = new FutureTask<>(() -> set.await(-1));
        Thread.ofVirtual().start(waiter);
        counter.add(1);
        assertEquals(0, waiter.get());
        assertEquals(lap + 1, counter.read());
      }
      CompletionBatch batch = CompletionBatch.allocate(pair.arena, CompletionFormat.CONTEXT, 1);
      assertEquals(-Errno.ENOSYS, queue.sread(batch, 1, 0, 0));
      assertEquals(-Errno.ENOSYS, counter.await(1, 0));
      assertThrows(FabricException.class, set::close);
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldGiveOneChannel(String provider) throws Exception {
    WaitSetAttributes attributes = WaitSetAttributes.builder().waitObject(WaitObject.FD).build();
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Selector selector = Selector.open();
        WaitSet set = pair.fabric.openWaitSet(attributes);
        CompletionQueue queue = queue(pair, set);
        Counter counter = counter(pair, set)) {
      ChannelHandle handle =
          assertInstanceOf(ChannelHandle.class, queue.control(ControlCommand.GETWAIT));
      handle.channel().register(selector, SelectionKey.OP_READ);
      for (int lap = 0; lap < LAPS; lap++) {
        while (pair.fabric.tryWait(lap % 2 == 0 ? set : queue) != 0) {
          counter.read();
        }
        counter.add(1);
        while (selector.select() == 0) {
          Thread.onSpinWait();
        }
        selector.selectedKeys().clear();
        assertEquals(-Errno.EAGAIN, pair.fabric.tryWait(set));
        assertEquals(lap + 1, counter.read());
        counter.readErr();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndWaitsByInterruptAndRefuseBadSets(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      WaitSet set = pair.fabric.openWaitSet(WaitSetAttributes.defaults());
      CompletionQueue queue = queue(pair, set);
      FutureTask<Boolean> interrupted =
          new FutureTask<>(
              () -> set.await(-1) == -Errno.EINTR && Thread.currentThread().isInterrupted());
      Thread.ofVirtual().start(interrupted).interrupt();
      assertTrue(interrupted.get());
      queue.close();
      assertEquals(-Errno.ETIMEDOUT, set.await(0));
      set.close();
      assertThrows(IllegalStateException.class, () -> queue(pair, set));
      assertThrows(IllegalStateException.class, () -> counter(pair, set));
      FabricException refused = assertThrows(FabricException.class, () -> queue(pair, null));
      assertEquals(Errno.EINVAL, refused.errno());
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldWaitForEventsOfAnEventQueue(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        WaitSet set = pair.fabric.openWaitSet(WaitSetAttributes.defaults());
        EventQueue events = pair.fabric.openEventQueue(writable(set))) {
      EventEntry entry = EventEntry.allocate(pair.arena, 8).event(0x100_0001).object(pair.fabric);
      assertEquals(-Errno.ETIMEDOUT, set.await(30));
      for (int lap = 0; lap < LAPS; lap++) {
        FutureTask<Integer> waiter = new FutureTask<>(() -> set.await(-1));
        Thread.ofVirtual().start(waiter);
        int size = events.write(entry, 0);
        assertTrue(size > 0);
        assertEquals(0, waiter.get());
        assertEquals(size, events.read(EventEntry.allocate(pair.arena, 8), 0));
        assertEquals(-Errno.ETIMEDOUT, set.await(0));
      }
      assertThrows(FabricException.class, set::close);
    }
  }

  private static EventQueueAttributes writable(WaitSet set) {
    return EventQueueAttributes.builder()
        .flags(EventQueueAttributes.WRITE)
        .waitObject(WaitObject.SET)
        .waitSet(set)
        .build();
  }
}
