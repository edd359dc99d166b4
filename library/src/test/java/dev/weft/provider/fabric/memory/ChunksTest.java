package dev.weft.provider.fabric.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.Numbers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long messages between endpoints without direct access to each other's memory. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ChunksTest {
  private static final int LONG = 300_000;
  private static final int ANY = -1;

  private final String fabric = Node.freshName();
  private final Node a = Node.openFar(fabric);
  private final Node b = Node.openFar(fabric);
  private final long toB = a.handleOf(b);

  @AfterEach
  void close() {
    a.close();
    b.close();
  }

  private static MemorySegment filled(Node node, long length, long number) {
    MemorySegment memory = node.memory(length);
    Numbers.fill(memory, length, number);
    return memory;
  }

  private void send(long length, long context) {
    assertEquals(0, a.endpoint.send(filled(a, length, context), length, toB, context));
  }

  private MemorySegment post(long length, long context) {
    MemorySegment memory = b.memory(Math.max(1, length));
    assertEquals(0, b.endpoint.recv(memory, length, ANY, context));
    return memory;
  }

  /** Drives both until neither makes progress. */
  private void settle() {
    for (int i = 0; i < 200; i++) {
      b.progress();
      a.progress();
    }
  }

  private void expectMessage(MemorySegment memory, long length, long number, long context) {
    settle();
    b.expect(context);
    assertEquals(length, b.batch.length(0));
    assertEquals(-1, Numbers.wrongAt(memory, 0, length, number));
  }

  @ParameterizedTest
  @ValueSource(longs = {8193, 16_384, 65_536, 1_000_001, 5 << 20})
  void shouldArriveWhole(long length) {
    MemorySegment expecting = post(length, 1);
    send(length, 11);
    expectMessage(expecting, length, 11, 1);
    a.expect(11);
    send(length, 12);
    settle();
    expectMessage(post(length, 2), length, 12, 2);
    a.expect(12);
    a.expectNothing();
    b.expectNothing();
  }

  @Test
  void shouldGatherAndScatter() {
    MemorySegment from = filled(a, LONG, 7);
    MemorySegment to = b.memory(LONG);
    IoVector parts = new IoVector().add(from, 0, 5).add(from, 5, 100_000);
    parts.add(from, 100_005, LONG - 100_005);
    IoVector places = new IoVector().add(to, 0, 70_000).add(to, 70_000, LONG - 70_000);
    assertEquals(0, b.endpoint.recvv(places, ANY, 1));
    assertEquals(0, a.endpoint.sendv(parts, toB, 11));
    expectMessage(to, LONG, 7, 1);
    a.expect(11);
  }

  @Test
  void shouldArriveSeveralAtATime() {
    MemorySegment[] places = new MemorySegment[8];
    for (int i = 0; i < places.length; i++) {
      places[i] = post(LONG, i);
      send(LONG, 10 + i);
    }
    settle();
    for (int i = 0; i < places.length; i++) {
      b.readOne();
      a.readOne();
      int which = (int) b.batch.context(0);
      assertEquals(-1, Numbers.wrongAt(places[which], 0, LONG, 10 + which));
    }
  }

  @Test
  void shouldLetAShortOneGoFirst() {
    MemorySegment longer = post(10 * LONG, 1);
    post(LONG, 2);
    send(10 * LONG, 11);
    send(LONG, 12);
    settle();
    b.expect(2);
    expectMessage(longer, 10 * LONG, 11, 1);
  }

  @Test
  void shouldLeaveRoomForShortMessages() {
    post(LONG, 1);
    send(LONG, 11);
    b.progress();
    a.progress(); // now the ring holds as many chunks as possible
    assertEquals(0, a.endpoint.inject(filled(a, 8, 1), 8, toB));
  }

  @Test
  void shouldTruncate() {
    post(LONG / 2, 1);
    post(0, 2);
    send(LONG, 11);
    send(LONG, 12);
    settle();
    b.expectError(2, Errno.ETRUNC);
    assertEquals(LONG, b.error.overflowLength());
    b.expectError(1, Errno.ETRUNC);
    assertEquals(LONG / 2, b.error.length());
    assertEquals(LONG - LONG / 2, b.error.overflowLength());
    a.readOne();
    a.readOne();
    a.expectNothing();
  }

  @Test
  void shouldFillAMultiReceive() {
    MemorySegment memory = b.memory(3 * LONG);
    Message many = new Message().vector(IoVector.of(memory)).address(ANY).context(1);
    assertEquals(0, b.endpoint.recvMsg(many, OperationFlags.MULTI_RECV));
    for (int i = 0; i < 4; i++) {
      send(LONG, 11 + i);
    }
    settle();
    for (int i = 0; i < 3; i++) {
      b.expect(1);
      long place = b.batch.buffer(0) - memory.address();
      assertEquals(-1, Numbers.wrongAt(memory, place, LONG, 11 + place / LONG));
      assertEquals(i == 2, (b.batch.flags(0) & CompletionFlags.MULTI_RECV) != 0);
    }
    b.expectNothing();
    expectMessage(post(LONG, 2), LONG, 14, 2);
  }

  @Test
  void shouldReleaseACancelledMultiReceiveOnlyWhenNothingIsOnItsWay() {
    Message many = new Message().vector(IoVector.of(b.memory(3 * LONG))).address(ANY).context(1);
    assertEquals(0, b.endpoint.recvMsg(many, OperationFlags.MULTI_RECV));
    send(LONG, 11);
    b.progress();
    assertEquals(0, b.endpoint.cancel(1));
    b.expectNothing();
    settle();
    b.expect(1);
    b.expectError(1, Errno.ECANCELED);
    assertTrue((b.error.flags() & CompletionFlags.MULTI_RECV) != 0);
    a.expect(11);
  }

  @Test
  void shouldForgetACancelledSend() {
    for (int i = 1; i <= 1000; i++) {
      assertEquals(0, a.endpoint.tsend(a.memory(LONG), LONG, toB, 5, i));
      assertEquals(0, a.endpoint.cancel(i));
      a.expectError(i, Errno.ECANCELED);
      b.progress();
      a.progress();
    }
    TaggedMessage any = new TaggedMessage().tag(5).address(ANY).context(1);
    assertEquals(0, b.endpoint.trecvMsg(any, OperationFlags.PEEK));
    b.expectError(1, Errno.ENOMSG);
  }

  @Test
  void shouldPostAgainWhatACancelledSendHadTaken() {
    MemorySegment first = post(LONG, 1);
    MemorySegment second = post(LONG, 2);
    send(LONG, 11);
    b.progress();
    assertEquals(0, a.endpoint.cancel(11));
    send(LONG, 12);
    send(LONG, 13);
    a.expectError(11, Errno.ECANCELED);
    settle();
    b.readOne();
    assertEquals(1, b.batch.context(0));
    assertEquals(-1, Numbers.wrongAt(first, 0, LONG, 12));
    expectMessage(second, LONG, 13, 2);
  }

  @Test
  void shouldCancelAReceiveWhoseMessageWasTakenBack() {
    post(LONG, 1);
    send(LONG, 11);
    b.progress();
    assertEquals(0, b.endpoint.cancel(1));
    b.expectNothing();
    assertEquals(0, a.endpoint.cancel(11));
    settle();
    b.expectError(1, Errno.ECANCELED);
    a.expectError(11, Errno.ECANCELED);
    b.expectNothing();
  }

  @Test
  void shouldClaimAndDiscard() {
    for (int i = 0; i < 2; i++) {
      assertEquals(0, a.endpoint.tsend(filled(a, LONG, i), LONG, toB, 5, 11 + i));
    }
    b.progress();
    TaggedMessage wanted = new TaggedMessage().tag(5).address(ANY).context(1);
    long claim = OperationFlags.PEEK | OperationFlags.CLAIM;
    assertEquals(0, b.endpoint.trecvMsg(wanted, claim));
    b.expect(1);
    assertEquals(LONG, b.batch.length(0));
    wanted.context(2);
    assertEquals(0, b.endpoint.trecvMsg(wanted, OperationFlags.PEEK | OperationFlags.DISCARD));
    b.expect(2);
    a.expect(12);
    MemorySegment memory = b.memory(LONG);
    wanted.context(1).vector(IoVector.of(memory));
    assertEquals(0, b.endpoint.trecvMsg(wanted, OperationFlags.CLAIM));
    expectMessage(memory, LONG, 0, 1);
    a.expect(11);
  }

  @Test
  void shouldFailBothWhereTheSendersBufferIsClosed() {
    try (Arena arena = Arena.ofShared()) {
      assertEquals(0, a.endpoint.send(arena.allocate(LONG), LONG, toB, 11));
    }
    post(LONG, 1);
    settle();
    b.expectError(1, Errno.EFAULT);
    a.expectError(11, Errno.EFAULT);
  }

  @Test
  void shouldFailTheReceiverAloneWhereItsBufferIsClosed() {
    try (Arena arena = Arena.ofShared()) {
      assertEquals(0, b.endpoint.recv(arena.allocate(LONG), LONG, ANY, 1));
      send(LONG, 11);
      b.progress();
      a.progress();
      b.progress();
    }
    settle();
    b.expectError(1, Errno.EFAULT);
    a.expect(11);
    a.expectNothing();
    b.expectNothing();
  }

  @Test
  void shouldFailOnceWhereTheSenderLeaves() {
    try (Node c = Node.openFar(fabric)) {
      MemorySegment memory = c.memory(LONG);
      assertEquals(0, c.endpoint.send(memory, LONG, c.handleOf(b), 11));
      assertEquals(0, c.endpoint.send(memory, LONG, c.handleOf(b), 12));
      post(LONG, 1);
      b.progress();
      c.progress();
      b.progress();
    }
    b.expectError(1, Errno.ECONNRESET);
    MemorySegment next = post(LONG, 2);
    b.expectNothing();
    send(LONG, 13);
    expectMessage(next, LONG, 13, 2);
  }

  @Test
  void shouldFailOnceWhereTheReceiverLeaves() {
    try (Node c = Node.openFar(fabric)) {
      assertEquals(0, c.endpoint.recv(c.memory(LONG), LONG, ANY, 1));
      MemorySegment memory = a.memory(LONG);
      assertEquals(0, a.endpoint.send(memory, LONG, a.handleOf(c), 11));
      c.progress();
      a.progress();
    }
    a.expectError(11, Errno.ECONNRESET);
    a.expectNothing();
    MemorySegment next = post(LONG, 2);
    send(LONG, 13);
    expectMessage(next, LONG, 13, 2);
  }

  @Test
  void shouldSendToItself() {
    MemorySegment memory = a.memory(LONG);
    assertEquals(0, a.endpoint.recv(memory, LONG, ANY, 1));
    assertEquals(0, a.endpoint.send(filled(a, LONG, 9), LONG, a.handleOf(a), 11));
    settle();
    a.expect(1);
    a.expect(11);
    assertEquals(-1, Numbers.wrongAt(memory, 0, LONG, 9));
  }

  /** Neither side polls while it waits; each must be woken by the other. */
  @Test
  void shouldWakeEveryWaiter() throws Exception {
    int rounds = 20;
    try (Node sender = Node.openFar(fabric, WaitObject.UNSPEC);
        Node receiver = Node.openFar(fabric, WaitObject.UNSPEC)) {
      MemorySegment from = filled(sender, 10 * LONG, 1);
      long there = sender.handleOf(receiver);
      Thread sending =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < rounds; i++) {
                      assertEquals(0, sender.endpoint.send(from, 10 * LONG, there, i));
                      assertEquals(1, sender.queue.sread(sender.batch, 1, 0, -1));
                    }
                  });
      MemorySegment to = receiver.memory(10 * LONG);
      for (int i = 0; i < rounds; i++) {
        assertEquals(0, receiver.endpoint.recv(to, 10 * LONG, ANY, i));
        assertEquals(1, receiver.queue.sread(receiver.batch, 1, 0, -1));
        assertEquals(i, receiver.batch.context(0));
        assertEquals(-1, Numbers.wrongAt(to, 0, 10 * LONG, 1));
      }
      while (sending.isAlive()) {
        receiver.progress();
      }
    }
  }
}
