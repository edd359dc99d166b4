package dev.weft.provider.fabric.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.Numbers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a node's queue and compares each entry with the models. Receives complete in the order of
 * matching only if messages need no further transfer.
 */
final class CheckedReader {
  private static final long ACCESS = CompletionFlags.READ | CompletionFlags.WRITE;

  private record Sending(MatchingModel.Sent message, MemorySegment memory) {}

  private final Player owner;
  private final MatchingModel.Side side;
  private final boolean ordered;
  private final Map<Long, Sending> pending = new HashMap<>();
  private final AddressBatch source = AddressBatch.allocate(Arena.ofAuto(), 1);
  private long failedSends;

  /** This node's pending accesses to peers' memory, by context. */
  private final Map<Long, MemoryAccess> accesses = new HashMap<>();

  /** Pending accesses without a context. */
  private final List<MemoryAccess> injects = new ArrayList<>();

  /** Peers' writes that complete at this node, by their data. */
  final Map<Long, MemoryAccess> notices = new HashMap<>();

  CheckedReader(Player owner, MatchingModel.Side side, boolean ordered) {
    this.owner = owner;
    this.side = side;
    this.ordered = ordered;
  }

  /** Records an accepted send, whose completion must follow. */
  void sending(MatchingModel.Sent message, MemorySegment memory) {
    pending.put(message.number, new Sending(message, memory));
  }

  /** The message of the pending send with this context, or null. */
  MatchingModel.Sent pending(long context) {
    Sending sending = pending.get(context);
    return sending == null ? null : sending.message;
  }

  /** Records an accepted access, whose completion must follow. */
  void accessing(long context, MemoryAccess access) {
    if (access.inject) {
      injects.add(access);
    } else {
      accesses.put(context, access);
    }
  }

  /** Handles a node that has left. */
  void doom(int peer) {
    pending.values().stream()
        .filter(sending -> sending.message.to == peer)
        .forEach(sending -> sending.message.doomed = true);
  }

  long failedSends() {
    return failedSends;
  }

  void read(int entries) {
    for (int i = 0; i < entries; i++) {
      Node node = owner.node;
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
    pending.values().removeIf(sending -> mayBeSilent(sending.message));
    assertEquals(Map.of(), pending, "sends that never completed");
    side.silent.forEach(CheckedReader::assertPayload);
    side.expected.removeIf(entry -> entry.message() == null && isReleased(entry));
    assertTrue(side.expected.isEmpty(), () -> "receives that never completed: " + side.expected);
    accesses.values().removeIf(MemoryAccess::mayBeSilent);
    injects.removeIf(MemoryAccess::mayBeSilent);
    assertTrue(accesses.isEmpty() && injects.isEmpty(), "accesses that never completed");
    notices.values().removeIf(access -> access.uncertain || access.refused != 0);
    assertEquals(Map.of(), notices, "writes that it never heard of");
    owner.node.expectNothing();
  }

  /** Whether the entry may be missing: a message was dropped and cancelled, in either order. */
  private static boolean mayBeSilent(MatchingModel.Sent message) {
    return message.silent && (!message.withdrawn || message.discarded);
  }

  private boolean isReleased(MatchingModel.Expected entry) {
    return !ordered && entry.receive() != null && entry.receive().released;
  }

  private static String text(CompletionBatch entry) {
    return entry.toString().lines().skip(1).findFirst().orElseThrow();
  }

  // Failures.

  private void failure(ErrorCompletion error) {
    if ((error.flags() & CompletionFlags.SEND) != 0) {
      failedSend(error);
    } else if ((error.flags() & ACCESS) != 0) {
      failedAccess(error);
    } else {
      failedReceive(error);
    }
  }

  private void failedAccess(ErrorCompletion error) {
    MemoryAccess access = accesses.remove(error.context());
    if (error.context() == 0) {
      access = failedInject(error.error());
      injects.remove(access);
    }
    assertNotNull(access, () -> "unexpected " + error);
    access.failed(error);
  }

  /** An inject that must fail with this error, else one that may. */
  private MemoryAccess failedInject(int error) {
    return injects.stream()
        .filter(access -> access.uncertain || access.refused == error)
        .min(Comparator.comparing(access -> access.uncertain))
        .orElse(null);
  }

  private void failedSend(ErrorCompletion error) {
    failedSends++;
    Sending sent = pending.remove(error.context());
    assertNotNull(sent, () -> "failure of a send that is not pending: " + error);
    if (!sent.message.doomed) {
      assertEquals(Errno.ECANCELED, error.error());
      assertTrue(sent.message.withdrawn, () -> "not cancelled: " + error);
    }
  }

  private void failedReceive(ErrorCompletion error) {
    var expected = next(error.context(), error.buffer(), true);
    assertNotNull(expected, () -> "unexpected " + error);
    assertEquals(expected.context(), error.context(), "context");
    assertEquals(expected.error(), error.error(), "error number");
    assertEquals(expected.length(), error.length(), "length");
    if (expected.message() != null) {
      assertEquals(expected.message().length - expected.length(), error.overflowLength());
      assertPayload(expected);
    }
  }

  /** The entry that must follow, or, without an order, the expected one that this matches. */
  private MatchingModel.Expected next(long context, long buffer, boolean failed) {
    if (ordered) {
      return side.expected.poll();
    }
    for (var expected : side.expected) {
      var receive = expected.receive();
      boolean multi = receive != null && receive.multi && expected.message() != null;
      long at = multi ? receive.memory.address() + expected.at() : 0;
      boolean same = expected.context() == context && (expected.error() != 0) == failed;
      if (same && at == buffer) {
        side.expected.remove(expected);
        return expected;
      }
    }
    return null;
  }

  // Successes.

  private void success(CompletionBatch entry) {
    if ((entry.flags(0) & CompletionFlags.SEND) != 0) {
      sent(entry);
    } else if ((entry.flags(0) & CompletionFlags.REMOTE_WRITE) != 0) {
      MemoryAccess notice = notices.remove(entry.data(0));
      assertNotNull(notice, () -> "unexpected " + text(entry));
      notice.noticed(entry, source.get(0));
    } else if ((entry.flags(0) & ACCESS) != 0) {
      MemoryAccess access = accesses.remove(entry.context(0));
      assertNotNull(access, () -> "unexpected " + text(entry));
      access.succeeded(entry);
    } else {
      received(entry);
    }
  }

  private void sent(CompletionBatch entry) {
    Sending sent = pending.remove(entry.context(0));
    assertNotNull(sent, () -> "completion of a send that is not pending: " + text(entry));
    assertTrue(!sent.message.silent, () -> "not asked for: " + text(entry));
    assertTrue(!sent.message.withdrawn || sent.message.discarded, "completed and cancelled");
    sent.memory.fill((byte) 0xEE);
  }

  private void received(CompletionBatch entry) {
    var expected = next(entry.context(0), entry.buffer(0), false);
    assertNotNull(expected, () -> "unexpected " + text(entry));
    assertEquals(expected.context(), entry.context(0), "context");
    assertEquals(0, expected.error(), "error number");
    assertEquals(expected.length(), entry.length(0), "length");
    assertRelease(expected, (entry.flags(0) & CompletionFlags.MULTI_RECV) != 0);
    if (expected.message() != null) {
      assertMessage(expected, entry);
      assertPayload(expected);
    }
  }

  /** Checks the release: without an order, the last message to arrive releases the buffer. */
  private void assertRelease(MatchingModel.Expected expected, boolean released) {
    if (ordered || expected.receive() == null) {
      assertEquals(expected.last(), released, "FI_MULTI_RECV");
    } else if (released) {
      assertTrue(!expected.receive().released, "buffer released twice");
      expected.receive().released = true;
    }
  }

  private void assertMessage(MatchingModel.Expected expected, CompletionBatch entry) {
    MatchingModel.Sent message = expected.message();
    assertEquals(message.tag, entry.tag(0), "tag");
    assertEquals(message.hasData, (entry.flags(0) & CompletionFlags.REMOTE_CQ_DATA) != 0);
    assertEquals(message.data, entry.data(0), "data");
    long sender = expected.sender();
    long handle = sender == MatchingModel.ANY ? Player.UNKNOWN : owner.handles[(int) sender];
    assertEquals(handle, source.get(0), "source");
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
