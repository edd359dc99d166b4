package dev.weft.ffm.post;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.ffm.Installed;
import dev.weft.ffm.object.Pair;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints whose operations are injected unless a call says otherwise. */
@Timeout(120)
class DefaultInjectTest {
  private static final long KEY = 1;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  /** shm has no such default. */
  static Stream<String> injecting() {
    return Installed.messengers().filter(name -> !name.equals("ofi:shm"));
  }

  /** ofi_rxm of 1.17 accepts them, and reads the buffer after the call. */
  @ParameterizedTest
  @MethodSource("injecting")
  void shouldRefuseMoreThanCanBeInjected(String provider) {
    try (Pair pair = open(provider)) {
      calls(pair).forEach((name, call) -> assertEquals(-Errno.EMSGSIZE, call.getAsInt(), name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ofi:tcp", "ofi:sockets"})
  void shouldSendWhatCanBeInjected(String provider) {
    try (Pair pair = open(provider)) {
      Endpoint endpoint = pair.a.endpoint;
      pair.post(() -> endpoint.send(pair.buffer(1), Pair.LENGTH, pair.a.peer, 5));
      assertEquals(5, pair.a.await().batch.context(0));
    }
  }

  private static Pair open(String provider) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider(provider)
            .endpointType(EndpointType.RDM)
            .capabilities(Capabilities.MSG | Capabilities.TAGGED | Capabilities.RMA)
            .transmitFlags(OperationFlags.INJECT)
            .build();
    FabricInfo offer = Fabrics.getInfo(hints).getFirst();
    return new Pair(offer.toBuilder().capabilities(hints.capabilities()).build(), 0, 0);
  }

  private static Map<String, IntSupplier> calls(Pair pair) {
    Endpoint endpoint = pair.a.endpoint;
    long peer = pair.a.peer;
    long length = pair.info.transmit().injectSize() + 1;
    MemorySegment buffer = pair.arena.allocate(length);
    IoVector vector = IoVector.of(buffer);
    Map<String, IntSupplier> calls = new LinkedHashMap<>();
    calls.put("send", () -> endpoint.send(buffer, length, peer, 1));
    calls.put("sendv", () -> endpoint.sendv(vector, peer, 1));
    calls.put("sendData", () -> endpoint.sendData(buffer, length, 0, peer, 1));
    calls.put("tsend", () -> endpoint.tsend(buffer, length, peer, 2, 1));
    calls.put("tsendv", () -> endpoint.tsendv(vector, peer, 2, 1));
    calls.put("tsendData", () -> endpoint.tsendData(buffer, length, 0, peer, 2, 1));
    calls.put("write", () -> endpoint.write(buffer, length, peer, 0, KEY, 1));
    calls.put("writev", () -> endpoint.writev(vector, peer, 0, KEY, 1));
    calls.put("writeData", () -> endpoint.writeData(buffer, length, 0, peer, 0, KEY, 1));
    return calls;
  }
}
