package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.poll.DescriptorHandle;
import dev.weft.fabric.poll.PollDescriptor;
import dev.weft.fabric.poll.PollDescriptorsHandle;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.Waitable;
import dev.weft.ffm.Installed;
import dev.weft.ffm.PolledDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The descriptors of {@code FI_GETWAIT}, waited for with {@code poll(2)}. */
class WaitHandleTest {
  private static final int LAPS = 200;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> withDescriptor() {
    return Stream.of("ofi:tcp", "ofi:sockets");
  }

  private static int descriptor(CompletionQueue queue) {
    DescriptorHandle handle =
        assertInstanceOf(DescriptorHandle.class, queue.control(ControlCommand.GETWAIT));
    return handle.descriptor();
  }

  @ParameterizedTest
  @MethodSource("withDescriptor")
  void shouldEndAPollByEachCompletion(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      assertEquals(WaitObject.FD, pair.a.queue.control(ControlCommand.GETWAITOBJ));
      int descriptor = descriptor(pair.a.queue);
      for (int lap = 0; lap < LAPS; lap++) {
        pair.post(() -> pair.a.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 5));
        FutureTask<Void> sender = new FutureTask<>(() -> send(pair), null);
        Thread.ofVirtual().start(sender);
        while (pair.a.queue.read(pair.a.batch, 1) == -Errno.EAGAIN) {
          if (pair.fabric.tryWait(pair.a.queue) == 0) {
            assertTrue(PolledDescriptor.isReadable(descriptor, -1));
          }
        }
        assertEquals(5, pair.a.batch.context(0));
        sender.get();
      }
    }
  }

  /** Sends one message from b; another thread reads a. */
  private static void send(Pair pair) {
    while (pair.b.endpoint.inject(pair.buffer(1), 8, pair.b.peer) == -Errno.EAGAIN) {
      pair.b.queue.read(null, 0);
    }
    pair.b.queue.read(null, 0);
  }

  /** sockets of 1.17 answers 0 to each question, with an entry too. */
  @Test
  void shouldAnswerWhetherEntriesAreQueued() {
    try (Pair pair = new Pair("ofi:tcp", Capabilities.MSG)) {
      pair.post(() -> pair.a.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 5));
      assertEquals(0, pair.fabric.tryWait(pair.a.queue, pair.b.queue));
      assertFalse(PolledDescriptor.isReadable(descriptor(pair.a.queue), 0));
      pair.post(() -> pair.b.endpoint.inject(pair.buffer(1), 8, pair.b.peer));
      while (pair.fabric.tryWait(pair.a.queue) == 0) {
        PolledDescriptor.isReadable(descriptor(pair.a.queue), -1);
      }
      assertEquals(-Errno.EAGAIN, pair.fabric.tryWait(pair.b.queue, pair.a.queue));
      assertEquals(1, pair.a.queue.read(pair.a.batch, 8));
      assertEquals(0, pair.fabric.tryWait(pair.a.queue));
    }
  }

  /** C of 1.17 has a wait object for each of them, but does not give out its descriptor. */
  @Test
  void shouldAnswerForObjectsWithoutADescriptor() {
    try (Pair pair = new Pair("ofi:tcp", Capabilities.MSG);
        Counter counter =
            pair.domain.openCounter(
                CounterAttributes.builder().waitObject(WaitObject.FD).build())) {
      assertEquals(0, pair.fabric.tryWait(counter));
      counter.add(1);
      assertEquals(-Errno.EAGAIN, pair.fabric.tryWait(counter));
    }
  }

  @Test
  void shouldListDescriptorsOfPollfd() {
    try (Pair pair = new Pair("ofi:tcp", Capabilities.MSG);
        CompletionQueue queue = pair.domain.openCompletionQueue(attributes(WaitObject.POLLFD))) {
      assertEquals(WaitObject.POLLFD, queue.control(ControlCommand.GETWAITOBJ));
      PollDescriptorsHandle none =
          assertInstanceOf(PollDescriptorsHandle.class, queue.control(ControlCommand.getWait(0)));
      assertTrue(none.needed() > 0, none::toString);
      assertEquals(-Errno.ETOOSMALL, none.status());
      PollDescriptorsHandle all =
          assertInstanceOf(PollDescriptorsHandle.class, queue.control(ControlCommand.GETWAIT));
      assertEquals(0, all.status());
      assertEquals(none.needed(), all.descriptors().size());
      for (PollDescriptor one : all.descriptors()) {
        assertTrue(one.descriptor() >= 0 && one.events() != 0, all::toString);
        PolledDescriptor.isReadable(one.descriptor(), 0);
      }
    }
  }

  /** The command that the software providers answer, too. */
  @ParameterizedTest
  @MethodSource("withDescriptor")
  void shouldGiveTheSameDescriptorByTheCommandForAll(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      assertEquals(
          descriptor(pair.a.queue),
          pair.a.queue.control(ControlCommand.GETWAIT_DESCRIPTOR).descriptor());
    }
  }

  @Test
  void shouldRefuseOneDescriptorOfSeveral() {
    try (Pair pair = new Pair("ofi:tcp", Capabilities.MSG);
        CompletionQueue queue = pair.domain.openCompletionQueue(attributes(WaitObject.POLLFD))) {
      assertErrno(Errno.ENOSYS, () -> queue.control(ControlCommand.GETWAIT_DESCRIPTOR));
    }
  }

  /** Counters and event queues, where the provider has descriptors for them. */
  @Test
  void shouldGiveTheDescriptorsOfCountersAndEventQueues() {
    try (Pair pair = new Pair("ofi:sockets", Capabilities.MSG);
        Counter counter =
            pair.domain.openCounter(CounterAttributes.builder().waitObject(WaitObject.FD).build());
        EventQueue events =
            pair.fabric.openEventQueue(
                EventQueueAttributes.builder().waitObject(WaitObject.FD).build())) {
      for (Waitable object : List.of(counter, events)) {
        assertEquals(WaitObject.FD, object.control(ControlCommand.GETWAITOBJ));
        DescriptorHandle handle =
            assertInstanceOf(DescriptorHandle.class, object.control(ControlCommand.GETWAIT));
        assertEquals(0, pair.fabric.tryWait(object));
        assertFalse(PolledDescriptor.isReadable(handle.descriptor(), 0));
      }
      int descriptor = ((DescriptorHandle) counter.control(ControlCommand.GETWAIT)).descriptor();
      counter.add(1);
      assertTrue(PolledDescriptor.isReadable(descriptor, -1));
      assertEquals(0, counter.await(1, -1));
    }
  }

  private static CompletionQueueAttributes attributes(WaitObject waitObject) {
    return CompletionQueueAttributes.builder().waitObject(waitObject).build();
  }

  @ParameterizedTest
  @MethodSource("dev.weft.ffm.object.Pair#reliable")
  void shouldRefuseWhatHasNoDescriptor(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      CompletionQueue none = pair.domain.openCompletionQueue(attributes(WaitObject.NONE));
      assertEquals(WaitObject.NONE, none.control(ControlCommand.GETWAITOBJ));
      assertErrno(Errno.ENODATA, () -> none.control(ControlCommand.GETWAIT));
      assertErrno(Errno.ENOSYS, () -> none.control(ControlCommand.ENABLE));
      assertEquals(-Errno.EINVAL, pair.fabric.tryWait(none));
      assertThrows(IllegalArgumentException.class, () -> none.control(null));
      none.close();
      assertThrows(IllegalStateException.class, () -> none.control(ControlCommand.GETWAITOBJ));
    }
  }

  /** ofi_rxd opens a queue with FI_WAIT_FD, and has no descriptor. */
  @Test
  void shouldRefuseTheHandleOfAProviderWithoutDescriptors() {
    Installed.requireProvider("ofi:udp;ofi_rxd");
    try (Pair pair = new Pair("ofi:udp;ofi_rxd", Capabilities.MSG);
        CompletionQueue queue = pair.domain.openCompletionQueue(attributes(WaitObject.FD))) {
      assertErrno(Errno.ENOSYS, () -> queue.control(ControlCommand.GETWAIT));
      assertEquals(0, pair.fabric.tryWait(queue));
    }
  }

  @Test
  void shouldSayThatShmHasNone() {
    try (Pair pair = new Pair("ofi:shm", Capabilities.MSG)) {
      assertErrno(Errno.ENOSYS, () -> pair.a.queue.control(ControlCommand.GETWAIT));
      assertEquals(WaitObject.UNSPEC, pair.a.queue.control(ControlCommand.GETWAITOBJ));
    }
  }

  private static void assertErrno(int errno, Runnable call) {
    assertEquals(errno, assertThrows(FabricException.class, call::run).errno());
  }

  @ParameterizedTest
  @MethodSource("withDescriptor")
  void shouldEndAPollByASignal(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      int descriptor = descriptor(pair.a.queue);
      while (pair.fabric.tryWait(pair.a.queue) != 0) {
        pair.a.queue.read(null, 0);
      }
      assertEquals(0, pair.a.queue.signal());
      assertTrue(PolledDescriptor.isReadable(descriptor, -1));
    }
  }

  /** The descriptor would stay readable, and threads that sleep for it would not rest. */
  @ParameterizedTest
  @MethodSource("withDescriptor")
  void shouldNotSignalADescriptorThatTheProgramHasNotTaken(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      NativeCompletionQueue queue = (NativeCompletionQueue) pair.a.queue;
      MemorySegment descriptor = pair.arena.allocate(Long.BYTES, Long.BYTES);
      assertEquals(0, queue.control(ControlCommand.GETWAIT_VALUE, descriptor.address()));
      while (pair.fabric.tryWait(queue) != 0) {
        queue.read(null, 0);
      }
      assertEquals(0, queue.signal());
      assertFalse(PolledDescriptor.isReadable(descriptor.get(ValueLayout.JAVA_INT, 0), 0));
      assertEquals(-Errno.EAGAIN, queue.sread(pair.a.batch, 1, 0, -1));
    }
  }

  @Test
  void shouldAnswerForQueuesWithPollfd() {
    try (Pair pair = new Pair("ofi:tcp", Capabilities.MSG);
        CompletionQueue queue =
            pair.domain.openCompletionQueue(
                CompletionQueueAttributes.builder().waitObject(WaitObject.POLLFD).build())) {
      assertEquals(0, pair.fabric.tryWait(queue));
    }
  }
}
