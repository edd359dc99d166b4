package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One endpoint with so many peers that a poll looks at some of the links only. Every message
 * arrives once, those of a peer in order, also while peers leave and others come.
 */
class ManyPeersTest {
  private static final int PEERS = 90;
  private static final int STEPS = 6_000;
  private static final int RECEIVES = 32;
  private static final int MAX_UNREAD = 200;

  private final RandomGenerator random =
      RandomGeneratorFactory.of("L64X128MixRandom").create(20251126);
  private final String fabric = Node.freshName();
  private final List<Sender> senders = new ArrayList<>();
  private final Map<Integer, Integer> expected = new HashMap<>();
  private int unread;

  /** A peer; the tag of a message is its number and how many it has sent before. */
  private final class Sender {
    final int number;
    final Node node;
    final long reader;
    final MemorySegment memory;
    int sent;

    Sender(int number, Node to) {
      this.number = number;
      node = Node.open(fabric);
      reader = node.handleOf(to);
      memory = node.memory(Long.BYTES);
    }

    boolean send() {
      long tag = (long) number << 32 | sent;
      int result = node.endpoint.tinject(memory, Long.BYTES, reader, tag);
      sent += result == 0 ? 1 : 0;
      return result == 0;
    }
  }

  private Node reader(Threading threading) {
    return new Node(
        fabric,
        Node.hints().threading(threading),
        Node.queueOf(WaitObject.NONE, 0),
        BindFlags.TRANSMIT | BindFlags.RECV);
  }

  @ParameterizedTest
  @EnumSource(names = {"DOMAIN", "SAFE"})
  void shouldLoseNothingAndKeepTheOrderOfEachPeer(Threading threading) {
    try (Node reader = reader(threading)) {
      MemorySegment memory = reader.memory(Long.BYTES);
      for (int i = 0; i < RECEIVES; i++) {
        receive(reader, memory);
      }
      for (int i = 0; i < PEERS; i++) {
        senders.add(new Sender(i, reader));
      }
      int next = PEERS;
      for (int step = 0; step < STEPS; step++) {
        if (random.nextInt(200) == 0) {
          senders.remove(random.nextInt(senders.size())).node.close();
          senders.add(new Sender(next++, reader));
        }
        if (unread < MAX_UNREAD && senders.get(busyOrAny()).send()) {
          unread++;
        } else {
          Node.until(() -> read(reader, memory));
        }
        read(reader, memory);
      }
      Node.until(() -> unread == 0 || (read(reader, memory) && unread == 0));
      reader.expectNothing();
      senders.forEach(sender -> assertEquals(sender.sent, expected.getOrDefault(sender.number, 0)));
      senders.forEach(sender -> sender.node.close());
    }
  }

  /** Few peers send most of the messages. */
  private int busyOrAny() {
    return random.nextInt(random.nextInt(4) == 0 ? senders.size() : 3);
  }

  private boolean read(Node reader, MemorySegment memory) {
    int result = reader.queue.read(reader.batch, 1);
    if (result == -Errno.EAGAIN) {
      return false;
    }
    assertEquals(1, result);
    int number = (int) (reader.batch.tag(0) >>> 32);
    int position = expected.merge(number, 1, Integer::sum) - 1;
    assertEquals(position, (int) reader.batch.tag(0), () -> "message of peer " + number);
    unread--;
    receive(reader, memory);
    return true;
  }

  private static void receive(Node reader, MemorySegment memory) {
    assertEquals(0, reader.endpoint.trecv(memory, Long.BYTES, FabricAddress.UNSPEC, 0, -1L, 0));
  }
}
