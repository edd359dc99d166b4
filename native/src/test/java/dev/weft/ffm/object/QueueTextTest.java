package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.Installed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The texts of a queue's errors: ofi_rxm and ofi_rxd crash where no endpoint is bound to it. */
class QueueTextTest {
  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @ParameterizedTest
  @MethodSource("dev.weft.ffm.Installed#messengers")
  void shouldTellWhetherAnEndpointIsBoundOrNot(String provider) {
    FabricInfo info =
        Fabrics.getInfo(
                FabricInfo.builder().provider(provider).endpointType(EndpointType.RDM).build())
            .getFirst();
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info);
        CompletionQueue queue = queue(domain);
        AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults())) {
      String text = text(queue);
      try (Endpoint endpoint = domain.openEndpoint(info)) {
        endpoint.bind(vector, 0);
        endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
        assertEquals(text, text(queue));
        endpoint.enable();
        assertEquals(text, text(queue));
      }
      assertEquals(text, text(queue));
      assertFalse(queue.strerror(-Errno.ECANCELED).isEmpty());
    }
  }

  private static CompletionQueue queue(Domain domain) {
    return domain.openCompletionQueue(CompletionQueueAttributes.polling(CompletionFormat.TAGGED));
  }

  private static String text(CompletionQueue queue) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(64);
      String text = queue.strerror(Errno.ECANCELED, null, buffer);
      assertFalse(text.isEmpty());
      assertEquals(text, buffer.getString(0));
      return text;
    }
  }
}
