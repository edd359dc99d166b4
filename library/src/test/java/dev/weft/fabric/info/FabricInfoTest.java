package dev.weft.fabric.info;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.message.OperationFlags;
import org.junit.jupiter.api.Test;

/**
 * {@code fi_info}: convenience getters reach the nested attributes, and the object is immutable.
 */
class FabricInfoTest {

  private static FabricInfo example() {
    return FabricInfo.builder()
        .provider("loopback")
        .capabilities(Capabilities.MSG | Capabilities.TAGGED)
        .mode(ModeBits.CONTEXT)
        .addressFormat(AddressFormat.ADDR_STR)
        .sourceAddress("loopback://7".getBytes(UTF_8))
        .endpointType(EndpointType.RDM)
        .threading(Threading.DOMAIN)
        .progress(ProgressModel.MANUAL)
        .resourceManagement(ResourceManagement.ENABLED)
        .addressVectorType(AddressVectorType.TABLE)
        .memoryRegistrationMode(MemoryRegistrationMode.PROV_KEY)
        .transmitFlags(OperationFlags.COMPLETION)
        .receiveFlags(OperationFlags.MULTI_RECV)
        .messageOrder(MessageOrder.SAS)
        .injectSize(64)
        .maxMessageSize(1 << 20)
        .build();
  }

  @Test
  void shouldReachTheNestedAttributes() {
    FabricInfo info = example();
    assertEquals("loopback", info.fabric().providerName());
    assertEquals(EndpointType.RDM, info.endpoint().type());
    assertEquals(1 << 20, info.endpoint().maxMessageSize());
    assertEquals(Threading.DOMAIN, info.domain().threading());
    assertEquals(ProgressModel.MANUAL, info.domain().controlProgress());
    assertEquals(ProgressModel.MANUAL, info.domain().dataProgress());
    assertEquals(ResourceManagement.ENABLED, info.domain().resourceManagement());
    assertEquals(AddressVectorType.TABLE, info.domain().addressVectorType());
    assertEquals(MemoryRegistrationMode.PROV_KEY, info.domain().memoryRegistrationMode());
    assertEquals(OperationFlags.COMPLETION, info.transmit().operationFlags());
    assertEquals(64, info.transmit().injectSize());
    assertEquals(OperationFlags.MULTI_RECV, info.receive().operationFlags());
    assertEquals(MessageOrder.SAS, info.transmit().messageOrder() & info.receive().messageOrder());
  }

  @Test
  void shouldCopyThroughItsBuilder() {
    FabricInfo info = example();
    assertEquals(info, info.toBuilder().build());
    assertEquals(info.hashCode(), info.toBuilder().build().hashCode());
    assertNotEquals(info, info.toBuilder().injectSize(65).build());
    assertNotEquals(info, info.toBuilder().sourceAddress(new byte[1]).build());
    assertNotEquals(info, info.toBuilder().destinationAddress(new byte[1]).build());
  }

  @Test
  void shouldNotChangeWithItsBuilderOrItsArrays() {
    byte[] address = {1, 2, 3};
    FabricInfo.Builder builder = FabricInfo.builder().destinationAddress(address).injectSize(1);
    FabricInfo info = builder.build();
    address[0] = 9;
    info.destinationAddress()[1] = 9;
    builder.injectSize(2).destinationAddress(null);
    assertArrayEquals(new byte[] {1, 2, 3}, info.destinationAddress());
    assertEquals(1, info.transmit().injectSize());
  }

  @Test
  void shouldKeepWholeAttributeObjects() {
    TransmitAttributes transmit = TransmitAttributes.builder().size(7).trafficClass(3).build();
    FabricInfo info = FabricInfo.builder().transmit(transmit).injectSize(9).build();
    assertEquals(transmit.toBuilder().injectSize(9).build(), info.transmit());
    assertThrows(IllegalArgumentException.class, () -> FabricInfo.builder().domain(null));
  }

  @Test
  void shouldPrintAsFiInfoDoes() {
    String text = example().toString();
    assertTrue(
        text.startsWith("fi_info:\n    caps: [ FI_MSG, FI_TAGGED ]\n    mode: [ FI_CONTEXT ]"));
    assertTrue(text.contains("\n    src_addr: loopback://7\n    dest_addr: (null)\n"));
    assertTrue(text.contains("\n    fi_ep_attr:\n        type: FI_EP_RDM\n"));
    assertTrue(text.contains("\n        prov_name: loopback\n"));
  }
}
