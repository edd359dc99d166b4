package dev.weft.provider.fabric.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnShmFolder;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The provider {@code shm} between two processes. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ShmTest {
  private static final Path USER = OwnShmFolder.ofUser();

  private final String fabric = "test " + ProcessHandle.current().pid();
  private final String near = "shm://" + fabric + "/near";
  private final String far = "shm://" + fabric + "/far";

  private Node open(String address, WaitObject wait) {
    return Node.open(fabric, ShmPeer.hints(address), wait);
  }

  private static List<Path> files() {
    try (Stream<Path> all = Files.list(USER.resolve("test%20" + ProcessHandle.current().pid()))) {
      return all.toList();
    } catch (IOException noFolder) {
      return List.of();
    }
  }

  @BeforeEach
  @AfterEach
  void shouldLeaveNothingBehind() {
    Node.until(() -> files().isEmpty()); // others who reclaim look in for a moment
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "UNSPEC", "FD", "MUTEX_COND", "YIELD"})
  void shouldExchangeMessagesWithAnotherProcess(WaitObject wait) throws Exception {
    try (Node node = open(near, wait);
        ShmPeer peer = ShmPeer.start(fabric, far, near, wait)) {
      assertArrayEquals(near.getBytes(UTF_8), node.endpoint.name());
      long handle = node.vector.insert(far.getBytes(UTF_8));
      MemorySegment buffer = node.memory(8192);
      MemorySegment back = node.memory(8192);
      for (int round = 0; round < 2000; round++) {
        long length = round % 8193;
        buffer.fill((byte) round);
        node.endpoint.trecv(back, back.byteSize(), FabricAddress.UNSPEC, round, 0, 2);
        assertEquals(0, node.endpoint.tsend(buffer, length, handle, round, 1));
        readOne(node, wait, 1);
        readOne(node, wait, 2);
        assertEquals(length, node.batch.length(0));
        assertEquals(-1, back.asSlice(0, length).mismatch(buffer.asSlice(0, length)));
      }
      assertTrue(peer.isAlive());
    }
  }

  private static void readOne(Node node, WaitObject wait, long context) {
    if (wait == WaitObject.NONE) {
      node.readOne();
    } else {
      assertEquals(1, node.queue.sread(node.batch, 1, 0, 300_000));
    }
    assertEquals(context, node.batch.context(0));
  }
}
