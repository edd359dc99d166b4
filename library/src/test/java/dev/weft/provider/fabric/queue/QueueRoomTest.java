package dev.weft.provider.fabric.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.Numbers;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A full queue: what has no room waits, in order, and is never lost. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class QueueRoomTest {
  private static final long BOTH = BindFlags.TRANSMIT | BindFlags.RECV;
  private static final int SMALL = 4;

  private final String fabric = Node.freshName();

  private Node openSmall() {
    return new Node(fabric, Node.hints(), Node.queueOf(WaitObject.NONE, SMALL), BOTH);
  }

  private static MemorySegment postMultiReceive(Node node) {
    MemorySegment memory = node.memory(4096);
    Message message = new Message().vector(IoVector.of(memory)).address(-1).context(1);
    assertEquals(0, node.endpoint.recvMsg(message, OperationFlags.MULTI_RECV));
    return memory;
  }

  /** Sends numbers from {@code first} on. */
  private static void sendNumbers(Node from, Node to, int first, int count) {
    MemorySegment message = from.memory(8);
    for (int i = first; i < first + count; i++) {
      message.set(Numbers.LONG, 0, i);
      assertEquals(0, from.endpoint.inject(message, 8, from.handleOf(to)));
    }
  }

  private static void expectNumbers(Node node, MemorySegment memory, int count) {
    expectNumbers(node, memory, 0, count);
    node.expectNothing();
  }

  private static void expectNumbers(Node node, MemorySegment memory, int first, int end) {
    for (int i = first; i < end; i++) {
      node.expect(1);
      assertEquals(memory.address() + 8L * i, node.batch.buffer(0));
      assertEquals(i, memory.get(Numbers.LONG, 8L * i));
    }
  }

  @Test
  void shouldPlaceKeptMessagesWhenTheQueueHasRoomAgain() {
    try (Node a = Node.open(fabric);
        Node b = openSmall()) {
      sendNumbers(a, b, 0, 9);
      b.progress();
      MemorySegment memory = postMultiReceive(b);
      expectNumbers(b, memory, 9);
    }
  }

  @Test
  void shouldKeepTheOrderOfWhatArrivesWhileOthersWaitForRoom() {
    try (Node a = Node.open(fabric);
        Node b = openSmall()) {
      sendNumbers(a, b, 0, 5);
      b.progress();
      MemorySegment memory = postMultiReceive(b);
      sendNumbers(a, b, 5, 5);
      expectNumbers(b, memory, 10);
    }
  }

  @Test
  void shouldDeliverWhatAPeerLeftBehindWhenThereIsRoom() {
    try (Node b = openSmall()) {
      MemorySegment memory = null;
      try (Node a = Node.open(fabric)) {
        sendNumbers(a, b, 0, 5);
        b.progress();
        memory = postMultiReceive(b);
        sendNumbers(a, b, 5, 5);
      }
      expectNumbers(b, memory, 10);
    }
  }

  @Test
  void shouldDeliverWhatWaitsForRoomAfterTheConnectionHasEnded() {
    RoomSide.Kind kind = RoomSide.Kind.CONNECTED;
    int room = 2 * SMALL - 2; // two receives are posted
    try (RoomSide b = new RoomSide(fabric, "loopback", Threading.SAFE, SMALL, kind, false)) {
      try (RoomSide a = new RoomSide(fabric, "loopback", Threading.SAFE, 0, kind, false)) {
        RoomSide.join(a, b);
        b.endpoint().option(EndpointOption.MIN_MULTI_RECV, 1);
        IoVector parts = IoVector.of(b.memory(8L * (room + 1)));
        Message multi = new Message().vector(parts).context(1);
        assertEquals(0, b.endpoint().recvMsg(multi, OperationFlags.MULTI_RECV));
        assertEquals(0, b.recv(b.memory(8), 2));
        for (int i = 0; i < room + 2; i++) {
          assertEquals(0, a.endpoint().inject(a.memory(8), 8, 0));
        }
      }
      b.queue.read(null, 0);
      b.queue.read(null, 0);
      List<Long> contexts = new ArrayList<>();
      Node.until(
          () -> {
            int read = b.queue.read(b.batch, 1);
            assertNotEquals(-Errno.EAVAIL, read, "a receive is cancelled");
            if (read == 1) {
              contexts.add(b.batch.context(0));
            }
            return contexts.contains(2L);
          });
      assertEquals(room + 2, contexts.size());
    }
  }

  @Test
  void shouldTakeAcknowledgementsBehindMessagesThatWaitForRoom() {
    try (Node a = openSmall();
        Node b = Node.open(fabric)) {
      MemorySegment memory = postMultiReceive(a);
      int large = 1 << 16;
      for (int i = 0; i < SMALL - 1; i++) {
        assertEquals(0, a.endpoint.send(a.memory(large), large, a.handleOf(b), 10 + i));
      }
      sendNumbers(b, a, 0, SMALL + 1);
      for (int i = 0; i < SMALL - 1; i++) {
        assertEquals(0, b.endpoint.recv(b.memory(large), large, -1, 20 + i));
        b.expect(20 + i);
      }
      a.progress();
      expectNumbers(a, memory, 0, SMALL);
      for (int i = 0; i < SMALL - 1; i++) {
        a.expect(10 + i);
      }
      expectNumbers(a, memory, SMALL, SMALL + 1);
    }
  }

  @Test
  void shouldMatchOtherReceivesWhileAMultiReceiveWaitsForRoom() {
    try (Node a = Node.open(fabric);
        Node b = openSmall()) {
      MemorySegment memory = postMultiReceive(b);
      for (int i = 0; i < SMALL - 1; i++) {
        assertEquals(0, b.endpoint.trecv(b.memory(8), 8, -1, i, 0, 30 + i));
      }
      sendNumbers(a, b, 0, SMALL + 1);
      assertEquals(0, a.endpoint.tinject(a.memory(8), 8, a.handleOf(b), 0));
      b.progress();
      expectNumbers(b, memory, 0, SMALL);
      b.expect(30);
      expectNumbers(b, memory, SMALL, SMALL + 1);
    }
  }

  @Test
  void shouldRefusePostsBeyondTheQueueAndTakeThemAgainAfterARead() {
    try (Node a = openSmall();
        Node b = Node.open(fabric)) {
      MemorySegment message = a.memory(8);
      for (int i = 0; i < SMALL; i++) {
        assertEquals(0, a.endpoint.send(message, 8, a.handleOf(b), i));
      }
      assertEquals(-Errno.EAGAIN, a.endpoint.send(message, 8, a.handleOf(b), 99));
      assertEquals(-Errno.EAGAIN, a.endpoint.recv(message, 8, -1, 99));
      a.expect(0);
      assertEquals(0, a.endpoint.send(message, 8, a.handleOf(b), SMALL));
      for (int i = 1; i <= SMALL; i++) {
        a.expect(i);
      }
      a.expectNothing();
    }
  }

  @Test
  void shouldGiveTheRoomOfPendingOperationsBackWhenAnEndpointCloses() {
    try (Node a = openSmall();
        Node b = Node.open(fabric)) {
      for (int round = 0; round < 3; round++) {
        try (Endpoint other = a.domain.openEndpoint(a.info)) {
          other.bind(a.queue, BOTH);
          other.bind(a.vector, 0);
          other.enable();
          int large = 1 << 16;
          assertEquals(0, other.recv(a.memory(8), 8, -1, 1));
          assertEquals(0, other.trecv(a.memory(8), 8, -1, 1, 0, 2));
          assertEquals(0, other.send(a.memory(large), large, a.handleOf(b), 3));
          assertEquals(0, other.send(a.memory(large), large, a.handleOf(b), 4));
          assertEquals(-Errno.EAGAIN, other.recv(a.memory(8), 8, -1, 5));
        }
        b.progress();
      }
      a.expectNothing();
    }
  }

  @Test
  void shouldReleaseMultiReceiveWithItsLastPart() {
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric)) {
      MemorySegment memory = postMultiReceive(b);
      sendNumbers(a, b, 0, 512);
      for (int i = 0; i < 512; i++) {
        b.readOne();
        boolean last = (b.batch.flags(0) & CompletionFlags.MULTI_RECV) != 0;
        assertEquals(memory.byteSize() - 8L * (i + 1) < 64, last, "part " + i);
        if (last) {
          break;
        }
      }
      b.expectNothing();
    }
  }

  @Test
  void shouldReportWhereInSeveralBuffersAPartLies() {
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric)) {
      MemorySegment one = b.memory(64);
      MemorySegment two = b.memory(128);
      Message message = new Message().vector(IoVector.of(one, two)).address(-1).context(1);
      assertEquals(0, b.endpoint.recvMsg(message, OperationFlags.MULTI_RECV));
      assertEquals(0, a.endpoint.inject(a.memory(64), 64, a.handleOf(b)));
      assertEquals(0, a.endpoint.inject(a.memory(8), 8, a.handleOf(b)));
      b.readOne();
      assertEquals(one.address(), b.batch.buffer(0));
      b.readOne();
      assertEquals(two.address(), b.batch.buffer(0));
    }
  }
}
