package dev.weft.provider.fabric.message;

import dev.weft.ClosedObjects;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An open endpoint does not keep the memory of endpoints of the process that were closed. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShortLivedPeersTest {
  private static final int PEERS = 8;

  /** The open endpoint may still know its last peers. */
  private static final int KNOWN = 2;

  private final String fabric = Node.freshName();
  private final ClosedObjects closed = new ClosedObjects();

  private Node open(EndpointType type) {
    return Node.open(fabric, Node.hints().endpointType(type), WaitObject.NONE);
  }

  private void close(Node node) {
    closed.add(node.queue);
    node.close();
  }

  /** Sends, and reads the completion, so that no read finds the queue empty. */
  private static void send(Node from, Node to) {
    MemorySegment memory = from.memory(Long.BYTES);
    long handle = from.handleOf(to);
    Node.accepted(() -> from.endpoint.send(memory, Long.BYTES, handle, 1));
    from.expect(1);
    from.vector.remove(handle);
  }

  @ParameterizedTest
  @EnumSource(names = {"RDM", "DGRAM"})
  void shouldBeFreeIfEachHasSentToTheOneBefore(EndpointType type) {
    Node last = open(type);
    for (int i = 0; i < PEERS; i++) {
      Node next = open(type);
      send(next, last);
      close(last);
      last = next;
    }
    closed.awaitCollectionOfAllBut(KNOWN);
    last.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"RDM", "DGRAM"})
  void shouldBeFreeIfOneEndpointHasSentToEach(EndpointType type) {
    try (Node stays = open(type)) {
      for (int i = 0; i < PEERS; i++) {
        Node peer = open(type);
        send(stays, peer);
        close(peer);
      }
      closed.awaitCollectionOfAllBut(KNOWN);
    }
  }
}
