package dev.weft.provider.fabric.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.provider.fabric.Node;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer announces payloads and sends none: beyond what its handles allow, its link breaks. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class UnendedTransfersTest extends BesideRawPeer {
  private static final int RTS = 2;
  private static final int WRITE_RTS = 10;
  private static final int HANDLES = 1 << 16;
  private static final int ROUND = 256;

  private void announce(int kind, int handle, long tag, long... words) {
    FrameWriter out = link.out();
    long payload = words.length * (long) Long.BYTES;
    long frame = out.claim(payload);
    for (int i = 0; i < words.length; i++) {
      out.setWord(frame, i * (long) Long.BYTES, words[i]);
    }
    out.publish(frame, payload, kind, 0, handle & (HANDLES - 1), tag, 0);
  }

  private void announceWrite(int handle) {
    announce(WRITE_RTS, handle, 1, KEY, 0, 1);
  }

  private void announceMessage(int handle) {
    announce(RTS, handle, 0, 1);
  }

  private void answer() {
    node.progress();
    for (long header = link.in().peek(); header != 0; header = link.in().peek()) {
      assertEquals(5, FrameReader.kind(header)); // CTS
      link.in().advance(header);
    }
    link.in().giveBack();
  }

  @Test
  void shouldRefuseMoreWritesThanThereAreHandles() {
    for (int i = 0; i < HANDLES; i += ROUND) {
      for (int k = 0; k < ROUND; k++) {
        announceWrite(i + k);
      }
      answer();
    }
    assertFalse(link.isClosed());
    announceWrite(0);
    expectBroken();
    expectService();
  }

  @Test
  void shouldRefuseMoreMessagesThanThereAreHandles() {
    postMultiReceive();
    for (int i = 0; i < HANDLES; i += ROUND) {
      for (int k = 0; k < ROUND; k++) {
        announceMessage(i + k);
      }
      answer();
    }
    assertFalse(link.isClosed());
    announceMessage(0);
    expectBroken();
  }

  private void postMultiReceive() {
    MemorySegment buffer = node.memory(LONG);
    node.endpoint.option(EndpointOption.MIN_MULTI_RECV, 1);
    Message message = new Message().vector(IoVector.of(buffer)).address(-1).context(2);
    assertEquals(0, node.endpoint.recvMsg(message, OperationFlags.MULTI_RECV));
  }

  private void expectBroken() {
    node.progress();
    assertTrue(link.isClosed());
  }

  private void expectService() {
    long to = honest.handleOf(node);
    MemorySegment memory = honest.memory(LONG);
    assertEquals(0, honest.endpoint.write(memory, LONG, to, 0, KEY, 1));
    expect(1);
    assertEquals(0, node.endpoint.recv(node.memory(8), 8, FabricAddress.UNSPEC, 3));
    assertEquals(0, honest.endpoint.send(memory, 8, to, 4));
    expect(4);
    node.expect(3);
  }

  private void expect(long context) {
    Node.until(
        () -> {
          node.progress();
          return honest.queue.read(honest.batch, 1) == 1;
        });
    assertEquals(context, honest.batch.context(0));
  }
}
