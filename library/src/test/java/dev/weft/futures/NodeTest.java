package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class NodeTest {
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldFindPeersByName(String provider) {
    try (Node server = Node.open(provider, "node-test-server");
        Node client = Node.open(provider, "node-test-client")) {
      exchange(server, client, client.peer("node-test-server"));
      assertTrue(server.address().endsWith("node-test-server"), server::address);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldFindPeersByAddress(String provider) {
    try (Node server = Node.open(provider);
        Node client = Node.open(provider)) {
      exchange(server, client, client.peer(server.address()));
    }
    try (Node server = Node.open(provider, addressOfAnother(provider));
        Node client = Node.open(provider)) {
      exchange(server, client, client.peer(server.address()));
    }
  }

  @Test
  void shouldLeaveTheFabricThatItWasGivenOpen() {
    FabricInfo info = Fabrics.getInfo(FabricInfo.builder().provider("loopback").build()).getFirst();
    var attributes = CompletionQueueAttributes.polling(CompletionFormat.CONTEXT);
    try (Fabric fabric = Fabrics.open(info)) {
      Node node = Node.open(fabric, info, attributes);
      assertSame(fabric, node.fabric());
      assertThrows(FabricException.class, fabric::close, "busy");
      node.close();
      assertFalse(fabric.isClosed());
      Node.open(fabric, info, attributes).close();
    }
  }

  private static String addressOfAnother(String provider) {
    try (Node node = Node.open(provider, "node-test-another")) {
      return node.address();
    }
  }

  private void exchange(Node server, Node client, long peer) {
    MemorySegment text = client.domain().allocate(8).fill((byte) 'x');
    MemorySegment room = server.domain().allocate(8);
    assertEquals(0, server.endpoint().trecv(room, 8, -1, 7, 0, 1));
    assertEquals(0, client.endpoint().tsend(text, 8, peer, 7, 2));
    assertEquals(1, client.queue().sread(batch, 1, 0, -1));
    assertEquals(2, batch.context(0));
    assertEquals(1, server.queue().sread(batch, 1, 0, -1));
    assertEquals(1, batch.context(0));
    assertEquals(-1, room.mismatch(text));
  }

  @ParameterizedTest
  @CsvSource({"loopback, a/b", "loopback, ''", "shm, a/b", "shm, ''", "loopback, x://y"})
  void shouldSayWhichNamesAreAllowed(String provider, String name) {
    try (Node node = Node.open(provider)) {
      var refused = assertThrows(IllegalArgumentException.class, () -> node.peer(name));
      assertTrue(
          refused.getMessage().contains("allowed: " + provider + "://"), refused::getMessage);
    }
  }

  @Test
  void shouldLeaveNothingOpenIfItCannotBeOpened() {
    FabricInfo info = Fabrics.getInfo(FabricInfo.builder().provider("shm").build()).getFirst();
    try (Node first = Node.open("shm", "node-test-first")) {
      FabricException refused =
          assertThrows(FabricException.class, () -> Node.open("shm", "node-test-first"));
      assertEquals(Errno.EADDRINUSE, refused.errno());
      assertFalse(first.endpoint().isClosed());
    }
    Node.open(info, CompletionQueueAttributes.polling(CompletionFormat.CONTEXT)).close();
    Node again = Node.open("shm", "node-test-first");
    again.close();
    again.close();
    assertTrue(again.endpoint().isClosed());
  }

  @Test
  void shouldWaitUntilNothingIsPending() throws InterruptedException {
    try (Node node = Node.open("loopback");
        Operations operations = Operations.driven(node.endpoint(), node.queue())) {
      long self = node.peer(node.address());
      assertTrue(operations.drain(Duration.ZERO));
      LeasedBuffer room = LeasedBuffer.allocate(node.domain(), 1 << 20);
      LeasedBuffer text = LeasedBuffer.allocate(node.domain(), 1 << 20);
      var sent = operations.tsend(text, 1 << 20, self, 7);
      assertFalse(operations.drain(Duration.ofMillis(20))); // longer than a frame: it waits
      var received = operations.trecv(room, self, 7, 0);
      assertTrue(operations.drain(Duration.ofMinutes(5)));
      assertTrue(sent.isDone() && received.isDone());
      assertEquals(0, operations.pending());
    }
  }

  @Test
  void shouldEndDrainingByAnInterrupt() {
    try (Node node = Node.open("loopback");
        Operations operations = Operations.manual(node.endpoint(), node.queue())) {
      var _ = operations.trecv(LeasedBuffer.allocate(node.domain(), 8), -1, 7, 0);
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, () -> operations.drain(Duration.ofMinutes(5)));
    }
  }
}
