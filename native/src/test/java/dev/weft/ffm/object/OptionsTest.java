package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.ffm.Installed;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Options of endpoints that are not enabled yet. */
class OptionsTest {
  private static final long CAPABILITIES = Capabilities.MSG | Capabilities.MULTI_RECV;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldHoldWhatWasSetBefore(String provider) {
    FabricInfo info = Pair.offer(provider, CAPABILITIES);
    try (Pair pair = new Pair(info, 0, 0, each -> each.option(EndpointOption.MIN_MULTI_RECV, 8))) {
      assertEquals(8, pair.b.endpoint.option(EndpointOption.MIN_MULTI_RECV));
      Message receive = new Message().vector(IoVector.of(pair.buffer(0))).context(5);
      pair.post(() -> pair.b.endpoint.recvMsg(receive, OperationFlags.MULTI_RECV));
      for (int i = 0; i < 3; i++) {
        pair.post(() -> pair.a.endpoint.inject(pair.buffer(1), 16, pair.a.peer));
        assertEquals(16, pair.b.await().batch.length(0));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRefuseWhatCannotBeSetBefore(String provider) {
    FabricInfo info = Pair.offer(provider, CAPABILITIES);
    new Pair(info, 0, 0, OptionsTest::requireRefusal).close();
  }

  private static void requireRefusal(Endpoint endpoint) {
    FabricException refusal =
        assertThrows(FabricException.class, () -> endpoint.option(EndpointOption.FIREWALL_ADDR, 1));
    assertEquals(Errno.ENOPROTOOPT, refusal.errno());
  }

  /** shm follows NULL. */
  @Test
  void shouldReadNoneOfShm() {
    FabricInfo info = Pair.offer("ofi:shm", CAPABILITIES);
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info);
        Endpoint endpoint = domain.openEndpoint(info)) {
      FabricException refusal =
          assertThrows(FabricException.class, () -> endpoint.option(EndpointOption.MIN_MULTI_RECV));
      assertEquals(Errno.EOPBADSTATE, refusal.errno());
      endpoint.option(EndpointOption.MIN_MULTI_RECV, 8);
      assertEquals(8, endpoint.option(EndpointOption.MIN_MULTI_RECV));
    }
  }
}
