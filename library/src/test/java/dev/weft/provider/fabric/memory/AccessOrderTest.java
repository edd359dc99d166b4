package dev.weft.provider.fabric.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.MessageOrder;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TriggeredContext;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code FI_ORDER_SAW}: what happens to messages behind a write whose target does not answer. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class AccessOrderTest {
  private static final int LARGE = 100_000;
  private static final long KEY = 5;

  private final String fabric = Node.freshName();
  private final Node from = open();
  private final Node to = open();
  private final Node other = open();
  private final MemorySegment source = from.memory(LARGE).fill((byte) 7);
  private final MemorySegment target = to.memory(LARGE);
  private final MemoryRegion region =
      to.domain.register(target, AccessFlags.REMOTE_WRITE, KEY, null);
  private final long there = from.handleOf(to);

  /** A node without direct access to others, which keeps messages behind writes. */
  private Node open() {
    long capabilities = Capabilities.MSG | Capabilities.RMA | Capabilities.TRIGGER;
    FabricInfo.Builder hints =
        FabricInfo.builder().capabilities(capabilities).messageOrder(MessageOrder.SAW);
    FabricInfo info = Node.farInfo(fabric, hints);
    long flags = BindFlags.TRANSMIT | BindFlags.RECV;
    var queue = Node.queueOf(WaitObject.NONE, 0);
    return new Node(info, Node.FAR.open(info, null), queue, flags, _ -> {});
  }

  @AfterEach
  void close() {
    region.close();
    from.close();
    to.close();
    other.close();
  }

  private void write() {
    assertEquals(0, from.endpoint.write(source, LARGE, there, 0, KEY, 1));
  }

  private int send(long destination) {
    return from.endpoint.send(source, 8, destination, 2);
  }

  private void expectWhole() {
    assertArrayEquals(source.toArray(ValueLayout.JAVA_BYTE), target.toArray(ValueLayout.JAVA_BYTE));
  }

  @Test
  void shouldRefuseAMessageUntilTheWriteHasLeft() {
    long elsewhere = from.handleOf(other);
    write();
    assertEquals(-Errno.EAGAIN, send(there));
    assertEquals(0, send(elsewhere), "another peer");
    from.expect(2);
    assertEquals(0, to.endpoint.recv(to.memory(8), 8, -1, 3));
    while (send(there) == -Errno.EAGAIN) {
      to.progress();
      from.progress();
    }
    to.expect(3);
    expectWhole();
  }

  @Test
  void shouldLetAMessageFollowAShortWrite() {
    assertEquals(0, from.endpoint.write(source, 100, there, 0, KEY, 1));
    assertEquals(0, send(there), "both are frames, which keep their order");
  }

  @Test
  void shouldEndWithTheTarget() {
    write();
    assertEquals(-Errno.EAGAIN, send(there));
    to.endpoint.close();
    from.expectError(1, Errno.ECONNRESET);
    assertEquals(0, send(there));
    from.expectError(2, Errno.EHOSTUNREACH);
  }

  /** A triggered message starts once the write has left, without a further call. */
  @Test
  void shouldKeepATriggeredMessageBehindTheWrite() {
    try (Counter counter = from.domain.openCounter(CounterAttributes.defaults())) {
      write();
      Message message =
          new Message()
              .vector(IoVector.of(source.asSlice(0, 8)))
              .address(there)
              .context(2)
              .trigger(TriggeredContext.at(counter, 1));
      assertEquals(0, from.endpoint.sendMsg(message, OperationFlags.TRIGGER));
      assertEquals(0, to.endpoint.recv(to.memory(8), 8, -1, 3));
      counter.add(1);
      Node.until(
          () -> {
            from.progress();
            return to.queue.read(to.batch, 1) == 1;
          });
      assertEquals(3, to.batch.context(0));
      expectWhole();
    }
  }
}
