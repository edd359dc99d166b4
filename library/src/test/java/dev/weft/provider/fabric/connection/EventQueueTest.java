package dev.weft.provider.fabric.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contents, order and wake-ups of event queues. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class EventQueueTest {
  private final Caller side = Caller.open(Node.freshName());
  private final EventEntry written = EventEntry.allocate(Arena.ofAuto(), 64);

  @AfterEach
  void close() {
    side.close();
  }

  private EventQueue open(WaitObject wait, long size) {
    return side.fabric.openEventQueue(
        EventQueueAttributes.builder()
            .size(size)
            .flags(EventQueueAttributes.WRITE)
            .waitObject(wait)
            .build());
  }

  private int write(EventQueue queue, int event, long data) {
    return queue.write(written.reset().event(event).object(side.domain).data(data), 0);
  }

  @Test
  void shouldShowWhatIsWrittenInOrderAndPeekWithoutTaking() {
    try (EventQueue queue = open(WaitObject.NONE, 0)) {
      assertEquals(24, write(queue, 1000, 7));
      assertEquals(24, write(queue, -1, 8));
      assertEquals(24, queue.read(side.entry, EventQueue.PEEK));
      assertEquals(24, queue.read(side.entry, 0));
      assertEquals(1000, side.entry.event());
      assertEquals(7, side.entry.data());
      assertSame(side.domain, side.entry.object());
      assertEquals(24, queue.read(side.entry, 0));
      assertEquals(-1, side.entry.event());
      assertEquals(-Errno.EAGAIN, queue.read(side.entry, 0));
      assertEquals(-Errno.EAGAIN, queue.readErr(side.error, 0));
      assertEquals(-Errno.ENOSYS, queue.sread(side.entry, 0, 0));
    }
  }

  @Test
  void shouldLoseNothingWhenItIsFull() {
    try (EventQueue queue = open(WaitObject.NONE, 2)) {
      assertEquals(24, write(queue, 1000, 1));
      assertEquals(24, write(queue, 1000, 2));
      assertEquals(-Errno.EAGAIN, write(queue, 1000, 3));
      queue.read(side.entry, 0);
      assertEquals(1, side.entry.data());
      assertEquals(24, write(queue, 1000, 3));
    }
  }

  @Test
  void shouldRefuseWhatItWasNotOpenedFor() {
    assertEquals(-Errno.EINVAL, write(side.eventQueue, 1, 1));
    assertEquals(-Errno.EINVAL, side.eventQueue.read(side.entry, 1));
    assertEquals(-Errno.EINVAL, side.eventQueue.readErr(side.error, 1));
    var unknown = EventQueueAttributes.builder().flags(1L << 3).build();
    assertThrows(FabricException.class, () -> side.fabric.openEventQueue(unknown));
    var orphan = EventQueueAttributes.builder().waitObject(WaitObject.SET).build();
    assertThrows(FabricException.class, () -> side.fabric.openEventQueue(orphan));
  }

  @Test
  void shouldWaitNoLongerThanAsked() {
    assertEquals(-Errno.EAGAIN, side.eventQueue.sread(side.entry, 0, 0));
    assertEquals(-Errno.EAGAIN, side.eventQueue.sread(side.entry, 20, 0));
    Thread.currentThread().interrupt();
    assertEquals(-Errno.EAGAIN, side.eventQueue.sread(side.entry, -1, 0));
    assertTrue(Thread.interrupted());
  }

  @Test
  void shouldWakeThreadsSetsAndChannels() throws Exception {
    try (EventQueue queue = open(WaitObject.UNSPEC, 0)) {
      Thread writer = Thread.ofVirtual().start(() -> write(queue, 5, 5));
      assertEquals(24, queue.sread(side.entry, -1, 0));
      writer.join();
    }
    try (WaitSet set = side.fabric.openWaitSet(WaitSetAttributes.defaults(), null);
        EventQueue member =
            side.fabric.openEventQueue(
                EventQueueAttributes.builder()
                    .flags(EventQueueAttributes.WRITE)
                    .waitObject(WaitObject.SET)
                    .waitSet(set)
                    .build())) {
      assertEquals(-Errno.ETIMEDOUT, set.await(0));
      write(member, 5, 5);
      assertEquals(0, set.await(-1));
    }
    try (EventQueue queue = open(WaitObject.FD, 0);
        Selector selector = Selector.open()) {
      assertEquals(0, side.fabric.tryWait(queue));
      var handle = (ChannelHandle) queue.control(ControlCommand.GETWAIT);
      handle.channel().register(selector, java.nio.channels.SelectionKey.OP_READ);
      write(queue, 5, 5);
      assertEquals(1, selector.select());
      assertEquals(-Errno.EAGAIN, side.fabric.tryWait(queue));
    }
  }

  @Test
  void shouldCloseOnlyUnbound() {
    side.passive();
    assertThrows(FabricException.class, side.eventQueue::close);
    assertEquals(-Errno.EAGAIN, side.eventQueue.read(side.entry, 0));
  }

  @Test
  void shouldEndWaitsWhenItCloses() throws Exception {
    EventQueue queue = open(WaitObject.UNSPEC, 0);
    int[] result = new int[1];
    Thread reader = Thread.ofVirtual().start(() -> result[0] = queue.sread(written, -1, 0));
    while (reader.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    queue.close();
    reader.join();
    assertEquals(-Errno.EBADF, result[0]);
  }

  @Test
  void shouldReportInsertions() {
    var events = AddressVectorAttributes.builder().flags(AddressVectorAttributes.EVENT).build();
    try (var vector = side.domain.openAddressVector(events, "the vector")) {
      byte[][] addresses = {
        "loopback://a".getBytes(UTF_8), "nonsense".getBytes(UTF_8), "loopback://b".getBytes(UTF_8)
      };
      AddressBatch handles = AddressBatch.allocate(Arena.ofAuto(), 3);
      var early =
          assertThrows(FabricException.class, () -> vector.insert(addresses, handles, "me"));
      assertEquals(Errno.ENOEQ, early.errno());
      vector.bind(side.eventQueue, 0);
      assertEquals(0, vector.insert(addresses, handles, "me"));
      side.expectFailure(Errno.EINVAL);
      assertEquals(1, side.error.data());
      assertEquals("me", side.error.context());
      side.expect(EventType.AV_COMPLETE);
      assertEquals(2, side.entry.data());
      assertEquals("me", side.entry.context());
      assertSame(vector, side.entry.object());
      assertEquals(FabricAddress.NOTAVAIL, handles.get(1));
      assertEquals(1, handles.get(2));
      assertEquals(0, vector.insert(addresses[0]));
      assertEquals("the vector", side.expect(EventType.AV_COMPLETE).context());
    }
  }

  @Test
  void shouldReportMemoryWhereTheDomainIsBoundSo() {
    side.domain.bind(side.eventQueue, BindFlags.REG_MR);
    var memory = side.domain.allocate(64);
    try (MemoryRegion region = side.domain.register(memory, AccessFlags.READ, 1, "mine")) {
      side.expect(EventType.MR_COMPLETE);
      assertSame(region, side.entry.object());
      assertEquals("mine", side.entry.context());
      assertNull(side.entry.info());
    }
  }
}
