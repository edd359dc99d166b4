package dev.weft.ffm.post;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
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

/** Endpoints whose operations are injected unless a call says otherwise. */
@Timeout(600)
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

  /** ofi_rxd reports the context 0. */
  @ParameterizedTest
  @MethodSource("injecting")
  void shouldSendWhatCanBeInjected(String provider) {
    try (Pair pair = open(provider)) {
      Endpoint endpoint = pair.a.endpoint;
      pair.post(() -> endpoint.send(pair.buffer(1), Pair.LENGTH, pair.a.peer, 5));
      assertEquals(5, pair.a.await().batch.context(0));
      assertEquals(0, pair.a.used());
    }
  }

  /** ofi_rxd sends the data 0. */
  @ParameterizedTest
  @MethodSource("injecting")
  void shouldSendDataWithWhatIsInjected(String provider) {
    try (Pair pair = open(provider, 0)) {
      long injected = OperationFlags.INJECT | OperationFlags.REMOTE_CQ_DATA;
      Message message =
          new Message()
              .vector(IoVector.of(pair.buffer(1)))
              .address(pair.a.peer)
              .context(5)
              .data(77);
      pair.post(() -> pair.b.endpoint.recv(pair.buffer(0), Pair.LENGTH, pair.b.peer, 6));
      pair.post(() -> pair.a.endpoint.sendMsg(message, injected));
      assertEquals(5, pair.a.await().batch.context(0));
      assertEquals(6, pair.b.await().batch.context(0));
      assertEquals(77, pair.b.batch.data(0));
      assertEquals(0, pair.a.used());
    }
  }

  private static Pair open(String provider) {
    return open(provider, OperationFlags.INJECT);
  }

  private static Pair open(String provider, long defaultFlags) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider(provider)
            .endpointType(EndpointType.RDM)
            .capabilities(Capabilities.MSG | Capabilities.TAGGED | Capabilities.RMA)
            .transmitFlags(defaultFlags)
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
