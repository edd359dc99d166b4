package dev.weft.provider.fabric.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions of memory that cannot be written. */
class ReadOnlyRegionTest {
  private static final long KEY = 7;

  private final String fabric = Node.freshName();
  private final Node node = Node.open(fabric);
  private final MemorySegment readOnly = node.domain.allocate(64).asReadOnly();

  @AfterEach
  void close() {
    node.close();
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        AccessFlags.RECV,
        AccessFlags.READ,
        AccessFlags.REMOTE_WRITE,
        AccessFlags.SEND | AccessFlags.RECV,
        AccessFlags.REMOTE,
        AccessFlags.LOCAL
      })
  void shouldNotExistForUsesThatChangeIt(long access) {
    FabricException refused =
        assertThrows(
            FabricException.class, () -> node.domain.register(readOnly, access, KEY, "context"));
    assertEquals(Errno.EACCES, refused.errno());
    assertEquals(
        "fi_mr_reg: Permission denied (FI_EACCES 13): access="
            + AccessFlags.describe(access)
            + ", but buffer="
            + readOnly
            + " is read-only. Allowed for read-only memory: FI_WRITE|FI_SEND|FI_REMOTE_READ",
        refused.getMessage());
    node.domain.register(readOnly, 0, KEY).close();
  }

  @Test
  void shouldBeReadByPeersAndRefuseTheirWrites() {
    long access = AccessFlags.SEND | AccessFlags.WRITE | AccessFlags.REMOTE_READ;
    try (Node peer = Node.open(fabric);
        MemoryRegion _ = node.domain.register(readOnly, access, KEY)) {
      long there = peer.handleOf(node);
      assertEquals(0, peer.endpoint.read(peer.memory(8), 8, there, 0, KEY, 1));
      peer.expect(1);
      assertEquals(0, peer.endpoint.write(peer.memory(8), 8, there, 0, KEY, 2));
      peer.expectError(2, Errno.EACCES);
    }
  }
}
