package dev.weft.provider.fabric.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A datagram that was sent before its receiver has posted a receive. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class EarlyDatagramTest {
  private static final long ANY = -1;
  private final String fabric = "early-" + ProcessHandle.current().pid();

  private Node open(String name) {
    FabricInfo.Builder hints = ShmPeer.hints("shm://" + fabric + "/" + name);
    return Node.open(fabric, hints.endpointType(EndpointType.DGRAM), WaitObject.NONE);
  }

  /** A post takes no frames of other peers, for which there may be no receive yet. */
  @Test
  void shouldBeThereUntilTheReceiverReads() {
    try (Node a = open("a");
        Node b = open("b");
        Node c = open("c")) {
      MemorySegment memory = b.memory(8);
      assertEquals(0, a.endpoint.inject(memory, 8, a.handleOf(b)));
      assertEquals(0, b.endpoint.inject(memory, 8, b.handleOf(a)));
      assertEquals(0, b.endpoint.inject(memory, 8, b.handleOf(c)));
      assertEquals(0, b.endpoint.recv(memory, 8, ANY, 1));
      b.expect(1);
    }
  }
}
