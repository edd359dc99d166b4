package dev.weft.provider.fabric.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.FabricInfo;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the infos say of both software fabrics, whatever was asked. */
class OfferTest {
  /** {@code fi_endpoint(3)}, the capabilities that apply to transmit attributes. */
  private static final long OF_TRANSMIT =
      Capabilities.MSG
          | Capabilities.RMA
          | Capabilities.TAGGED
          | Capabilities.ATOMIC
          | Capabilities.READ
          | Capabilities.WRITE
          | Capabilities.SEND
          | Capabilities.TRIGGER
          | Capabilities.FENCE
          | Capabilities.NAMED_RX_CTX;

  /** {@code fi_endpoint(3)}, the capabilities that apply to receive attributes. */
  private static final long OF_RECEIVE =
      Capabilities.MSG
          | Capabilities.RMA
          | Capabilities.TAGGED
          | Capabilities.ATOMIC
          | Capabilities.REMOTE_READ
          | Capabilities.REMOTE_WRITE
          | Capabilities.RECV
          | Capabilities.TRIGGER
          | Capabilities.DIRECTED_RECV
          | Capabilities.MULTI_RECV
          | Capabilities.SOURCE
          | Capabilities.RMA_EVENT
          | Capabilities.SOURCE_ERR;

  private static List<FabricInfo> offers(String provider, long capabilities) {
    return Fabrics.getInfo(
        FabricInfo.builder().provider(provider).mode(-1L).capabilities(capabilities).build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldGiveEachDirectionTheCapabilitiesThatApplyToIt(String provider) {
    long both = OF_TRANSMIT | OF_RECEIVE;
    for (long asked : new long[] {0, both, both & ~Capabilities.MULTI_RECV, Capabilities.MSG}) {
      for (FabricInfo info : offers(provider, asked)) {
        expect(info.capabilities() & OF_TRANSMIT, info.transmit().capabilities());
        expect(info.capabilities() & OF_RECEIVE, info.receive().capabilities());
      }
    }
  }

  /** {@code fi_domain(3)}: programs open as many as these, or none if there are none. */
  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldCountTheObjectsOfADomain(String provider) {
    for (FabricInfo info : offers(provider, 0)) {
      DomainAttributes domain = info.domain();
      LongStream.of(
              domain.completionQueueCount(),
              domain.endpointCount(),
              domain.counterCount(),
              domain.memoryRegionCount())
          .forEach(count -> assertTrue(count >= 1 << 15, info::toString));
      assertEquals(domain.maxEndpointTransmitContexts(), domain.transmitContextCount());
      assertEquals(domain.maxEndpointReceiveContexts(), domain.receiveContextCount());
    }
  }

  private static void expect(long expected, long actual) {
    assertEquals(Capabilities.describe(expected), Capabilities.describe(actual));
  }
}
