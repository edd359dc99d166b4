package dev.weft.ffm.event;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventEntryLayout;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.Installed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Events that programs write, and threads that wait for them. */
class EventQueueTest {
  private static final int OWN = 4711;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> providers() {
    return Installed.providers("ofi:tcp", "ofi:net", "ofi:shm", "ofi:sockets");
  }

  private static Fabric fabric(String provider) {
    FabricInfo hints = FabricInfo.builder().provider(provider).memoryRegistrationMode(-1L).build();
    return Fabrics.open(Fabrics.getInfo(hints).getFirst());
  }

  private static EventQueue open(Fabric fabric, WaitObject kind) {
    return fabric.openEventQueue(
        EventQueueAttributes.builder().flags(EventQueueAttributes.WRITE).waitObject(kind).build());
  }

  private static EventEntry entry() {
    return EventEntry.allocate(Arena.ofAuto(), 8);
  }

  private static ErrorEvent failure() {
    return ErrorEvent.allocate(Arena.ofAuto());
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldReadWhatIsWritten(String provider) {
    byte[] data = {1, 2, 3};
    try (Fabric fabric = fabric(provider);
        EventQueue queue = open(fabric, WaitObject.NONE)) {
      assertEquals(-Errno.EAGAIN, queue.read(entry(), 0));
      assertEquals(24, queue.write(entry().event(OWN).object(fabric).context(data).data(9), 0));
      EventEntry second =
          entry().event(EventType.CONNECTED).connectionData(MemorySegment.ofArray(data));
      assertEquals(19, queue.write(second, 0));
      EventEntry read = entry();
      assertEquals(24, queue.read(read, EventQueue.PEEK));
      assertEquals(24, queue.read(read, 0));
      assertEquals(OWN, read.event());
      assertSame(fabric, read.object());
      assertSame(data, read.context());
      assertEquals(9, read.data());
      assertEquals(19, queue.read(read, 0));
      assertArrayEquals(data, read.connectionData().toArray(ValueLayout.JAVA_BYTE));
      assertEquals(-Errno.EAGAIN, queue.read(read, EventQueue.PEEK));
      assertEquals(-Errno.EAGAIN, queue.readErr(failure(), 0));
    }
  }

  /** Providers follow the info of such an event when an endpoint closes. */
  @ParameterizedTest
  @MethodSource("providers")
  void shouldKeepRequestsOfTheProgramFromTheProvider(String provider) {
    try (Fabric fabric = fabric(provider);
        EventQueue queue = open(fabric, WaitObject.UNSPEC)) {
      EventEntry request = entry().event(EventType.CONNREQ).object(fabric);
      assertEquals(EventEntryLayout.CONNECTION_DATA_OFFSET, queue.write(request, 0));
      EventEntry read = entry();
      assertEquals(EventEntryLayout.CONNECTION_DATA_OFFSET, queue.read(read, 0));
      assertSame(fabric, read.object());
      assertEquals(EventEntryLayout.CONNECTION_DATA_OFFSET, queue.write(request, 0));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldRefuseWrongCalls(String provider) {
    try (Fabric fabric = fabric(provider)) {
      EventQueue queue = open(fabric, WaitObject.NONE);
      assertEquals(-Errno.EINVAL, queue.read(entry(), 1));
      assertEquals(-Errno.EINVAL, queue.readErr(failure(), 2));
      assertEquals(-Errno.EINVAL, queue.write(entry(), 1));
      assertEquals(-Errno.ENOSYS, queue.sread(entry(), -1, 0));
      assertThrows(IllegalArgumentException.class, () -> queue.read(null, 0));
      assertThrows(IllegalArgumentException.class, () -> queue.write(null, 0));
      assertThrows(IllegalArgumentException.class, () -> queue.readErr(null, 0));
      FabricException busy = assertThrows(FabricException.class, fabric::close);
      assertEquals(Errno.EBUSY, busy.errno());
      queue.close();
      assertThrows(IllegalStateException.class, () -> queue.read(entry(), 0));
      assertThrows(IllegalStateException.class, () -> queue.readErr(failure(), 0));
      assertThrows(IllegalStateException.class, () -> queue.write(entry(), 0));
      assertThrows(IllegalStateException.class, () -> queue.sread(entry(), 0, 0));
      assertThrows(IllegalStateException.class, () -> queue.strerror(1));
      try (EventQueue plain = fabric.openEventQueue(null)) {
        assertEquals(-Errno.EINVAL, plain.write(entry(), 0));
      }
    }
  }

  /** An entry that cannot take the event leaves it in the queue. */
  @ParameterizedTest
  @MethodSource("providers")
  void shouldLoseNoEventToAClosedEntry(String provider) {
    try (Fabric fabric = fabric(provider);
        EventQueue queue = open(fabric, WaitObject.NONE)) {
      queue.write(entry().event(OWN), 0);
      EventEntry closed;
      try (Arena arena = Arena.ofConfined()) {
        closed = EventEntry.allocate(arena, 0);
      }
      assertThrows(IllegalStateException.class, () -> queue.read(closed, 0));
      assertEquals(24, queue.read(entry(), 0));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldDescribeErrors(String provider) {
    try (Fabric fabric = fabric(provider);
        EventQueue queue = open(fabric, WaitObject.NONE);
        Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(4);
      String text = queue.strerror(Errno.ECONNREFUSED, null, buffer);
      assertFalse(text.isEmpty());
      assertEquals(text.substring(0, 3), buffer.getString(0));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldWakeOneReaderForEachEvent(String provider) throws Exception {
    try (Fabric fabric = fabric(provider);
        EventQueue queue = open(fabric, WaitObject.UNSPEC)) {
      for (Thread.Builder builder : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
        FutureTask<Integer> reader = reader(queue, -1);
        awaitParked(builder.start(reader), reader);
        queue.write(entry().event(OWN), 0);
        assertEquals(24, reader.get());
        assertEquals(-Errno.EAGAIN, queue.read(entry(), 0));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldEndWaitsWithoutEvents(String provider) throws Exception {
    try (Fabric fabric = fabric(provider)) {
      for (Thread.Builder builder : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
        EventQueue queue = open(fabric, WaitObject.UNSPEC);
        long start = System.nanoTime();
        assertEquals(-Errno.EAGAIN, queue.sread(entry(), 60, 0));
        assertTrue(System.nanoTime() - start >= 60_000_000);
        FutureTask<Integer> interrupted = reader(queue, -1);
        builder.start(interrupted).interrupt();
        assertEquals(-Errno.EAGAIN, interrupted.get());
        FutureTask<Integer> closed = reader(queue, -1);
        awaitParked(builder.start(closed), closed);
        queue.close();
        assertEquals(-Errno.EBADF, closed.get());
      }
    }
  }

  private static FutureTask<Integer> reader(EventQueue queue, int timeoutMillis) {
    return new FutureTask<>(() -> queue.sread(entry(), timeoutMillis, 0));
  }

  private static void awaitParked(Thread thread, FutureTask<Integer> reader) {
    while (thread.getState() != Thread.State.TIMED_WAITING && !reader.isDone()) {
      Thread.onSpinWait();
    }
  }
}
