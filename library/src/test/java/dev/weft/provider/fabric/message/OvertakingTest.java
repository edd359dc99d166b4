package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A message that waits for room of a multi-receive is not overtaken after that is cancelled. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class OvertakingTest {
  /** Size of the receiver's queue, and its room for parts while as many receives are posted. */
  private static final int ROOM = 4;

  private static final int MULTI = 100;
  private static final long ANY = -1;
  private static final long CAPABILITIES =
      Capabilities.MSG | Capabilities.MULTI_RECV | Capabilities.DIRECTED_RECV;

  private final String fabric = Node.freshName();
  private final Node a = Node.open(fabric);
  private final Node b =
      new Node(
          fabric,
          Node.hints().capabilities(CAPABILITIES),
          Node.queueOf(WaitObject.NONE, ROOM),
          BindFlags.TRANSMIT | BindFlags.RECV);

  @AfterEach
  void close() {
    a.close();
    b.close();
  }

  private void postMultiReceive(long context, long bytes, long source) {
    Message message =
        new Message().vector(IoVector.of(b.memory(bytes))).address(source).context(context);
    assertEquals(0, b.endpoint.recvMsg(message, OperationFlags.MULTI_RECV));
  }

  private MemorySegment postReceive(long context, long bytes, long source) {
    MemorySegment memory = b.memory(bytes);
    assertEquals(0, b.endpoint.recv(memory, bytes, source, context));
    return memory;
  }

  private void send(Node from, long number) {
    MemorySegment message = from.memory(8);
    message.set(Numbers.LONG, 0, number);
    assertEquals(0, from.endpoint.inject(message, 8, from.handleOf(b)));
  }

  private void sendToFillTheRoom() {
    for (int i = 0; i < ROOM; i++) {
      send(a, i);
    }
  }

  private void expectParts(long context, int count) {
    for (int i = 0; i < count; i++) {
      b.expect(context);
    }
  }

  private void expectNumber(long context, long number, MemorySegment memory) {
    b.expect(context);
    assertEquals(number, memory.get(Numbers.LONG, 0), "number in " + context);
  }

  @Test
  void shouldGiveTheNextReceiveToTheMessageThatWaitedWhenTheMultiReceiveIsCancelled() {
    postMultiReceive(MULTI, 4096, ANY);
    MemorySegment first = postReceive(1, 8, ANY);
    MemorySegment second = postReceive(2, 8, ANY);
    postReceive(3, 8, ANY);
    sendToFillTheRoom();
    send(a, 10);
    b.progress();
    b.endpoint.cancel(MULTI);
    send(a, 11);
    expectParts(MULTI, ROOM);
    assertEquals(-Errno.EAVAIL, b.queue.read(b.batch, 1), "a failure is next");
    b.expectError(MULTI, Errno.ECANCELED);
    expectNumber(1, 10, first);
    expectNumber(2, 11, second);
    b.expectNothing();
  }

  @Test
  void shouldGiveTheNextMultiReceiveToTheMessageThatWaitedWhenTheFirstIsCancelled() {
    postMultiReceive(MULTI, 4096, ANY);
    postMultiReceive(MULTI + 1, 4096, ANY);
    MemorySegment first = postReceive(1, 8, ANY);
    MemorySegment second = postReceive(2, 8, ANY);
    sendToFillTheRoom();
    send(a, 10);
    b.progress();
    b.endpoint.cancel(MULTI);
    send(a, 11);
    b.progress();
    b.endpoint.cancel(MULTI + 1);
    expectParts(MULTI, ROOM);
    assertEquals(-Errno.EAVAIL, b.queue.read(b.batch, 1), "a failure is next");
    b.expectError(MULTI, Errno.ECANCELED);
    b.expectError(MULTI + 1, Errno.ECANCELED);
    expectNumber(1, 10, first);
    expectNumber(2, 11, second);
    b.expectNothing();
  }

  @Test
  void shouldNotReleaseForALongMessageTheMultiReceiveThatAShortOneWaitsFor() {
    postMultiReceive(MULTI, 4096, ANY);
    MemorySegment first = postReceive(1, 4096, ANY);
    postReceive(2, 8, ANY);
    postReceive(3, 8, ANY);
    sendToFillTheRoom();
    send(a, 10);
    b.progress();
    MemorySegment message = a.memory(4096);
    message.set(Numbers.LONG, 0, 11);
    assertEquals(0, a.endpoint.send(message, 4096, a.handleOf(b), 0));
    b.progress();
    expectParts(MULTI, ROOM + 1);
    b.expect(MULTI);
    assertNotEquals(0, b.batch.flags(0) & CompletionFlags.MULTI_RECV, "the buffer is released");
    expectNumber(1, 11, first);
    b.expectNothing();
  }

  @Test
  void shouldMatchAllThatWaitedForAMultiReceiveThatIsUsedUp() {
    try (Node c = Node.open(fabric)) {
      b.endpoint.option(EndpointOption.MIN_MULTI_RECV, 64);
      long used = 8 * (ROOM + 1);
      postMultiReceive(MULTI, used + 63, ANY); // ends with the first message that waits
      postMultiReceive(MULTI + 1, 4096, b.handleOf(a));
      MemorySegment first = postReceive(1, 8, b.handleOf(c));
      MemorySegment second = postReceive(2, 8, b.handleOf(c));
      sendToFillTheRoom();
      for (int i = 0; i < 2 * ROOM; i++) {
        send(a, ROOM + i);
      }
      b.progress();
      send(c, 10);
      b.progress();
      expectParts(MULTI, 1);
      b.progress();
      send(c, 11);
      expectParts(MULTI, ROOM);
      int parts = 0;
      List<Long> others = new ArrayList<>();
      while (parts + others.size() < 2 * ROOM - 1 + 2) {
        b.readOne();
        if (b.batch.context(0) == MULTI + 1) {
          parts++;
        } else {
          others.add(b.batch.context(0));
        }
      }
      assertEquals(List.of(1L, 2L), others);
      assertEquals(10, first.get(Numbers.LONG, 0));
      assertEquals(11, second.get(Numbers.LONG, 0));
    }
  }
}
