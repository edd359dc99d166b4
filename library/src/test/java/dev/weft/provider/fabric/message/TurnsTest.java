package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.FabricAddress;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Fairness: a peer that always has a message does not starve others. */
class TurnsTest {
  private static final int ROUNDS = 6;
  private static final int RECEIVES = 64;
  private static final long BUSY = 1;
  private static final long RARE = 2;
  private static final int SOON = 4;

  private final String fabric = Node.freshName();

  @Test
  void shouldTakeFromEachPeerInTurn() {
    try (Node reader = Node.open(fabric);
        Node busy = Node.open(fabric);
        Node rare = Node.open(fabric)) {
      MemorySegment memory = reader.memory(Long.BYTES);
      for (int i = 0; i < RECEIVES; i++) {
        assertEquals(0, reader.endpoint.trecv(memory, Long.BYTES, FabricAddress.UNSPEC, 0, -1L, i));
      }
      send(busy, reader, BUSY); // its link is the first, so that each poll begins with it
      reader.expect(0);
      reader.expectNothing();
      for (int round = 0; round < ROUNDS; round++) {
        send(rare, reader, RARE);
        assertTrue(comesSoon(reader, busy), "still waits after " + SOON + " reads");
        drain(reader);
      }
    }
  }

  /**
   * Whether the rare message is among the first that are read, although others are always queued.
   */
  private static boolean comesSoon(Node reader, Node busy) {
    boolean found = false;
    for (int i = 0; i < SOON; i++) {
      send(busy, reader, BUSY);
      reader.readOne();
      found |= reader.batch.tag(0) == RARE;
    }
    return found;
  }

  private static void drain(Node reader) {
    while (reader.queue.read(reader.batch, 1) == 1) {
      assertEquals(BUSY, reader.batch.tag(0));
    }
  }

  private static void send(Node from, Node to, long tag) {
    assertEquals(
        0, from.endpoint.tinject(from.memory(Long.BYTES), Long.BYTES, from.handleOf(to), tag));
  }
}
