package dev.weft.software.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.AddressBatch;
import dev.weft.fabric.CompletionBatch;
import dev.weft.fabric.CompletionFlags;
import dev.weft.fabric.Errno;
import dev.weft.fabric.ErrorCompletion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;

/** Reads a node's queue and compares each entry with what the model expects. */
final class CheckedReader {
  private record Sending(MatchingModel.Sent message, MemorySegment memory) {}

  private final Node node;
  private final MatchingModel.Side side;
  private final Map<Long, Sending> pending = new HashMap<>();
  private final AddressBatch source = AddressBatch.allocate(Arena.ofAuto(), 1);

  CheckedReader(Node node, MatchingModel.Side side) {
    this.node = node;
    this.side = side;
  }

  /** A send was accepted: its completion must come. */
  void sending(MatchingModel.Sent message, MemorySegment memory) {
    pending.put(message.number, new Sending(message, memory));
  }

  /** The message of the send with this context that has not completed, or null. */
  MatchingModel.Sent pending(long context) {
    Sending sending = pending.get(context);
    return sending == null ? null : sending.message;
  }

  void read(int entries) {
    for (int i = 0; i < entries; i++) {
      int result = node.queue.readFrom(node.batch, 1, source);
      if (result == -Errno.EAGAIN) {
        return;
      } else if (result == -Errno.EAVAIL) {
        assertEquals(1, node.queue.readErr(node.error, 0));
        failure(node.error);
      } else {
        assertEquals(1, result);
        success(node.batch);
      }
    }
  }

  void expectNothing() {
    assertTrue(pending.isEmpty(), "sends that never completed");
    assertEquals(0, side.expected.size(), "receives that never completed");
    node.expectNothing();
  }

  private void failure(ErrorCompletion error) {
    if ((error.flags() & CompletionFlags.SEND) != 0) {
      Sending sent = pending.remove(error.context());
      assertNotNull(sent, () -> "failure of a send that is not pending: " + error);
      assertEquals(Errno.ECANCELED, error.error());
      assertTrue(sent.message.withdrawn, () -> "nobody cancelled " + error);
      return;
    }
    MatchingModel.Expected expected = side.expected.poll();
    assertNotNull(expected, () -> "unexpected " + error);
    assertEquals(expected.context(), error.context());
    assertEquals(expected.error(), error.error());
    assertEquals(expected.length(), error.length());
    if (expected.message() != null) {
      assertEquals(expected.message().length - expected.length(), error.overflowLength());
      assertPayload(expected);
    }
  }

  private void success(CompletionBatch entry) {
    if ((entry.flags(0) & CompletionFlags.SEND) != 0) {
      Sending sent = pending.remove(entry.context(0));
      assertNotNull(sent, () -> "completion of a send that is not pending: " + entry);
      assertTrue(!sent.message.withdrawn || sent.message.discarded, "completed and cancelled");
      sent.memory.fill((byte) 0xEE);
      return;
    }
    MatchingModel.Expected expected = side.expected.poll();
    assertNotNull(expected, () -> "unexpected " + entry);
    assertEquals(expected.context(), entry.context(0));
    assertEquals(0, expected.error());
    assertEquals(expected.length(), entry.length(0));
    assertEquals(expected.last(), (entry.flags(0) & CompletionFlags.MULTI_RECV) != 0);
    if (expected.message() != null) {
      assertMessage(expected.message(), entry);
      assertPayload(expected);
    }
  }

  private void assertMessage(MatchingModel.Sent message, CompletionBatch entry) {
    assertEquals(message.tag, entry.tag(0));
    assertEquals(message.hasData, (entry.flags(0) & CompletionFlags.REMOTE_CQ_DATA) != 0);
    assertEquals(message.data, entry.data(0));
    assertEquals(message.from, source.get(0));
  }

  private static void assertPayload(MatchingModel.Expected expected) {
    MatchingModel.Posted receive = expected.receive();
    if (receive == null) {
      return;
    }
    long number = expected.message().number;
    long wrong = Numbers.wrongAt(receive.memory, expected.at(), expected.length(), number);
    assertEquals(-1, wrong, () -> "first wrong byte of message " + number);
    if (!receive.multi && expected.length() < receive.memory.byteSize()) {
      assertEquals(0, receive.memory.get(ValueLayout.JAVA_BYTE, expected.length()), "byte behind");
    }
  }
}
