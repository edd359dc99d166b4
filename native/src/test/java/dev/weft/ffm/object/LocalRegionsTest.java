package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.MemoryRegistrationMode;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.ffm.Installed;
import dev.weft.ffm.memory.LocalRegions;
import dev.weft.ffm.operation.Operation;
import dev.weft.ffm.operation.OperationOwner;
import dev.weft.ffm.operation.OperationPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Registrations of local buffers. No provider for hosts without an adapter requires them; these
 * domains are opened as if it did.
 */
class LocalRegionsTest {
  private static final int MAX = 4;

  private final OperationOwner owner = new OperationOwner();

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  private static Pair open(String provider) {
    FabricInfo offer = Pair.offer(provider, Capabilities.MSG);
    long mode = offer.domain().memoryRegistrationMode() | MemoryRegistrationMode.LOCAL;
    return new Pair(
        offer.toBuilder()
            .domain(offer.domain().toBuilder().memoryRegistrationMode(mode).build())
            .build(),
        0,
        0);
  }

  private static LocalRegions regions(Pair pair) {
    return ((NativeDomain) pair.domain).locals();
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRegisterEachBufferOnce(String provider) {
    try (Pair pair = open(provider)) {
      MemorySegment sent = pair.buffer(5);
      MemorySegment received = pair.buffer(0);
      for (int lap = 0; lap < 20; lap++) {
        pair.post(() -> pair.b.endpoint.recv(received, 64, FabricAddress.UNSPEC, 7));
        pair.post(() -> pair.a.endpoint.send(sent.asSlice(8), 56, pair.a.peer, 8));
        assertEquals(8, pair.a.await().batch.context(0));
        assertEquals(7, pair.b.await().batch.context(0));
        assertEquals(2, regions(pair).size());
      }
      assertEquals(-1, received.asSlice(0, 56).mismatch(sent.asSlice(8)));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldTakeTheRegionsThatTheCallerGives(String provider) {
    try (Pair pair = open(provider);
        MemoryRegion region = pair.domain.register(pair.buffer(3), AccessFlags.SEND, 1 << 10)) {
      MemorySegment received = pair.buffer(0);
      IoVector vector = new IoVector().add(region.segment(), 0, 8, region);
      Message message = new Message().vector(vector).address(pair.a.peer).context(2);
      pair.post(() -> pair.b.endpoint.recv(received, 64, FabricAddress.UNSPEC, 7));
      pair.post(() -> pair.a.endpoint.sendMsg(message, 0));
      assertEquals(2, pair.a.await().batch.context(0));
      assertEquals(7, pair.b.await().batch.context(0));
      assertEquals(1, regions(pair).size());
      message.vector(new IoVector().add(region.segment(), 0, 8));
      pair.post(() -> pair.b.endpoint.recv(received, 64, FabricAddress.UNSPEC, 7));
      pair.post(() -> pair.a.endpoint.sendMsg(message, 0));
      pair.a.await();
      pair.b.await();
      assertEquals(2, regions(pair).size());
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldKeepWhatOperationsUseAndCloseTheRest(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Arena arena = Arena.ofShared()) {
      OperationPool pool = new OperationPool(arena);
      LocalRegions regions =
          new LocalRegions(((NativeDomain) pair.domain)::registerNative, Long.BYTES, MAX);
      List<Operation> operations = new ArrayList<>();
      for (int i = 0; i < 2 * MAX; i++) {
        Operation operation = pool.take(owner, i);
        operations.add(operation);
        regions.use(operation, arena.allocate(64));
      }
      assertEquals(2 * MAX, regions.size());
      operations.forEach(pool::giveBack);
      for (int i = 0; i < 3 * MAX; i++) {
        use(pool, regions, arena.allocate(64));
      }
      assertEquals(MAX, regions.size());
      regions.close();
      assertEquals(0, regions.size());
    }
  }

  private void use(OperationPool pool, LocalRegions regions, MemorySegment buffer) {
    Operation operation = pool.take(owner, 0);
    regions.use(operation, buffer);
    pool.giveBack(operation);
  }

  /** Later memory at the same address is registered anew. */
  @SuppressWarnings("restricted")
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldForgetFreedMemory(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Arena arena = Arena.ofShared()) {
      OperationPool pool = new OperationPool(arena);
      List<Long> registered = new ArrayList<>();
      LocalRegions regions =
          new LocalRegions(
              (buffer, access, key) -> {
                registered.add(buffer.address());
                return ((NativeDomain) pair.domain).registerNative(buffer, access, key);
              },
              Long.BYTES,
              MAX);
      MemorySegment memory = arena.allocate(64);
      for (int i = 1; i <= 3; i++) {
        try (Arena shortLived = Arena.ofShared()) {
          MemorySegment again =
              MemorySegment.ofAddress(memory.address()).reinterpret(64, shortLived, null);
          use(pool, regions, again);
          use(pool, regions, again.asSlice(8, 8));
          assertEquals(i, registered.size());
          assertEquals(1, regions.size());
        }
      }
      regions.close();
    }
  }

  @Test
  void shouldSayWhyABufferCannotBeRegistered() {
    try (Arena arena = Arena.ofShared()) {
      OperationPool pool = new OperationPool(arena);
      LocalRegions refusing = new LocalRegions((_, _, _) -> -12, Long.BYTES, MAX);
      Operation operation = pool.take(owner, 0);
      FabricException refused =
          assertThrows(FabricException.class, () -> refusing.use(operation, arena.allocate(64)));
      assertEquals(12, refused.errno());
      assertEquals("fi_mr_reg", refused.call());
      assertNotEquals("", refused.getMessage());
      assertEquals(0, refusing.size());
    }
  }
}
