package dev.weft.provider.fabric.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.ScalableEndpoint;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.provider.fabric.Node;
import org.junit.jupiter.api.Test;

/** Contexts of scalable endpoints that are opened with attributes of their own. */
class ContextOpeningTest {
  private static FabricInfo info(EndpointType type) {
    FabricInfo hints =
        Node.hints()
            .capabilities(Capabilities.MSG | Capabilities.NAMED_RX_CTX)
            .endpoint(
                EndpointAttributes.builder()
                    .type(type)
                    .transmitContextCount(2)
                    .receiveContextCount(2)
                    .build())
            .build();
    return Fabrics.getInfo(hints).getFirst();
  }

  private static TransmitAttributes transmit(long capabilities, long flags) {
    return TransmitAttributes.builder().capabilities(capabilities).operationFlags(flags).build();
  }

  private static ReceiveAttributes receive(long capabilities, long flags) {
    return ReceiveAttributes.builder().capabilities(capabilities).operationFlags(flags).build();
  }

  @Test
  void shouldNeedOnlyTheQueueOfItsDirection() {
    FabricInfo info = info(EndpointType.RDM);
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info);
        CompletionQueue queue = domain.openCompletionQueue(CompletionQueueAttributes.defaults());
        AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
        ScalableEndpoint whole = domain.openScalableEndpoint(info)) {
      whole.bind(vector, 0);
      whole.enable();
      try (Endpoint sends = whole.openTransmitContext(0, transmit(Capabilities.MSG, 0), null);
          Endpoint receives = whole.openReceiveContext(0, receive(Capabilities.MSG, 0), null)) {
        sends.bind(queue, BindFlags.TRANSMIT);
        sends.enable();
        receives.bind(queue, BindFlags.RECV);
        receives.enable();
      }
    }
  }

  @Test
  void shouldRefuseFlagsThatTheEndpointRefuses() {
    FabricInfo info = info(EndpointType.DGRAM);
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info);
        ScalableEndpoint whole = domain.openScalableEndpoint(info)) {
      for (long flags : new long[] {OperationFlags.DELIVERY_COMPLETE, 1L << 40}) {
        refused(() -> whole.openTransmitContext(0, transmit(0, flags), null));
        refused(() -> whole.openReceiveContext(0, receive(0, flags), null));
      }
      refused(() -> whole.openReceiveContext(0, receive(0, OperationFlags.MULTI_RECV), null));
    }
  }

  private static void refused(Runnable open) {
    assertEquals(Errno.EINVAL, assertThrows(FabricException.class, open::run).errno());
  }
}
