package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.wire.shm.MappedLinks;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages of peers that have left before a receive was posted, tagged and untagged ones. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeftMessagesTest {
  private static final int PEERS = 8;
  private static final long TAG = 5;

  private final String fabric = Node.freshName() + "-" + ProcessHandle.current().pid();
  private final long[] sources = new long[PEERS];

  private Node open() {
    FabricInfo.Builder hints =
        FabricInfo.builder()
            .provider("shm")
            .capabilities(
                Capabilities.MSG
                    | Capabilities.TAGGED
                    | Capabilities.SOURCE
                    | Capabilities.DIRECTED_RECV);
    return Node.open(fabric, hints, WaitObject.NONE);
  }

  /** Sends a tagged and an untagged message, and leaves. */
  private void sendAndLeave(Node stays, int number) {
    try (Node peer = open()) {
      sources[number] = stays.handleOf(peer);
      long to = peer.handleOf(stays);
      MemorySegment memory = peer.memory(Long.BYTES);
      memory.set(ValueLayout.JAVA_LONG, 0, number);
      Node.accepted(() -> peer.endpoint.tsend(memory, Long.BYTES, to, TAG, 0));
      Node.accepted(() -> peer.endpoint.send(memory, Long.BYTES, to, 0));
    }
  }

  @Test
  void shouldBeKeptWithoutTheMemoryOfTheirLinks() {
    try (Node stays = open()) {
      for (int number = 0; number < PEERS; number++) {
        sendAndLeave(stays, number);
        stays.progress();
      }
      Node.until(
          () -> {
            stays.progress();
            System.gc();
            return MappedLinks.count(fabric) == 0;
          });
      for (int number = PEERS - 1; number >= 0; number--) {
        receive(stays, number, true);
        receive(stays, number, false);
      }
      stays.expectNothing();
    }
  }

  private void receive(Node stays, int number, boolean tagged) {
    MemorySegment memory = stays.memory(Long.BYTES);
    long from = sources[number];
    assertEquals(
        0,
        tagged
            ? stays.endpoint.trecv(memory, Long.BYTES, from, TAG, 0, number)
            : stays.endpoint.recv(memory, Long.BYTES, from, number));
    stays.expect(number);
    assertEquals(number, memory.get(ValueLayout.JAVA_LONG, 0));
  }
}
