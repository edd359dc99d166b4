package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.Installed;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Node} on libfabric: peers are found by addresses given as text. */
@Timeout(600)
class NodeTest {

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @ParameterizedTest
  @MethodSource("dev.weft.ffm.object.Pair#reliable")
  void shouldReachThePeerByItsAddress(String provider) {
    FabricInfo info = Pair.offer(provider, Capabilities.TAGGED);
    try (Node server = Node.open(info);
        Node client = Node.open(info)) {
      exchange(server, client, client.peer(server.address()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ofi:tcp", "ofi:sockets"})
  void shouldOpenAtAnAddress(String provider) {
    FabricInfo info = Pair.offer(provider, Capabilities.TAGGED);
    byte[] own = FabricAddress.of(info, "127.0.0.1:0");
    try (Node server = Node.open(info.toBuilder().sourceAddress(own).build());
        Node client = Node.open(info)) {
      assertTrue(server.address().contains("127.0.0.1:"), server::address);
      exchange(server, client, client.peer(server.address().replaceFirst(".*://", "")));
      var refused = assertThrows(IllegalArgumentException.class, () -> client.peer("server"));
      assertTrue(refused.getMessage().contains("allowed: 127.0.0.1:7000"), refused::getMessage);
    }
  }

  /** The first offer of all is of another family, or of another interface. */
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:0", "[::1]:0"})
  void shouldOpenAtTheInterfaceOfTheAddress(String address) {
    try (Node server = Node.open("ofi:tcp", address);
        Node client = Node.open("ofi:tcp", address)) {
      String host = address.substring(0, address.length() - 1);
      assertTrue(server.address().contains(host), server::address);
      exchange(server, client, client.peer(server.address()));
    }
  }

  @Test
  void shouldNameTheAddressThatIsInUse() {
    try (Node server = Node.open("ofi:tcp", "127.0.0.1:0")) {
      String address = server.address().replaceFirst(".*://", "");
      var refused = assertThrows(FabricException.class, () -> Node.open("ofi:tcp", address));
      assertEquals(Errno.EADDRINUSE, refused.errno(), refused::getMessage);
      assertTrue(refused.getMessage().contains("sourceAddress=" + address), refused::getMessage);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fi_shm://"})
  void shouldOpenOverShmWithAName(String scheme) {
    String name = "weft-node-" + ProcessHandle.current().pid();
    try (Node server = Node.open("ofi:shm", scheme + name);
        Node client = Node.open("ofi:shm")) {
      assertTrue(server.address().endsWith(name), server::address);
      exchange(server, client, client.peer(name));
      exchange(server, client, client.peer(server.address()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "fi_shm://..", "a\0b"})
  void shouldRefuseNamesThatNoFileCanHave(String name) {
    var refused = assertThrows(IllegalArgumentException.class, () -> Node.open("ofi:shm", name));
    assertEquals(
        "address=" + name + ", allowed: NAME or fi_shm://NAME, without a path",
        refused.getMessage());
  }

  @Test
  void shouldRefuseAnAddressOfAnotherFamily() {
    FabricInfo info = Pair.offer("ofi:tcp", Capabilities.TAGGED);
    try (Node node = Node.open(info)) {
      var refused = assertThrows(IllegalArgumentException.class, () -> node.peer("[::1]:80"));
      assertEquals("address=[::1]:80, allowed: 127.0.0.1:7000, numbers only", refused.getMessage());
    }
  }

  private static void exchange(Node server, Node client, long peer) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment text = arena.allocate(8).fill((byte) 'x');
      MemorySegment room = arena.allocate(8);
      CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.TAGGED, 1);
      assertEquals(0, server.endpoint().trecv(room, 8, FabricAddress.UNSPEC, 7, 0, 1));
      repeat(server, client, () -> client.endpoint().tsend(text, 8, peer, 7, 2));
      repeat(server, client, () -> Math.min(0, server.queue().read(batch, 1)));
      assertEquals(-1, room.mismatch(text));
      repeat(server, client, () -> Math.min(0, client.queue().read(batch, 1)));
    }
  }

  /** Repeats a call until it is not {@code -FI_EAGAIN}; makes progress on both sides. */
  private static void repeat(Node server, Node client, IntSupplier call) {
    int result = call.getAsInt();
    while (result == -Errno.EAGAIN) {
      client.queue().read(null, 0);
      server.queue().read(null, 0);
      result = call.getAsInt();
    }
    assertEquals(0, result);
  }
}
