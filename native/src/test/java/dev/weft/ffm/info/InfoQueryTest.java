package dev.weft.ffm.info;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.ffm.Installed;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.linker.StructView;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InfoQueryTest {

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  private static FabricInfo.Builder hints(String provider) {
    return FabricInfo.builder().provider(provider).memoryRegistrationMode(-1L);
  }

  @Test
  void shouldListTheOffersOfOneProvider() {
    List<FabricInfo> infos = Fabrics.getInfo(hints("ofi:tcp").build());
    assertFalse(infos.isEmpty());
    for (FabricInfo info : infos) {
      String name = info.fabric().providerName();
      assertTrue(List.of(name.substring("ofi:".length()).split(";")).contains("tcp"), name);
    }
  }

  @Test
  void shouldListOtherProvidersFirst() {
    FabricInfo rdm = FabricInfo.builder().endpointType(EndpointType.RDM).build();
    String first = Fabrics.getInfo(rdm).getFirst().fabric().providerName();
    assertFalse(ProviderNames.matches(first), first);
  }

  @Test
  void shouldPassTheHints() {
    FabricInfo hints =
        hints("ofi").endpointType(EndpointType.RDM).capabilities(Capabilities.TAGGED).build();
    for (FabricInfo info : Fabrics.getInfo(hints)) {
      assertEquals(EndpointType.RDM, info.endpoint().type());
      assertTrue((info.capabilities() & Capabilities.TAGGED) != 0, info::toString);
    }
  }

  @Test
  void shouldSayWhichAttributeDoesNotMatch() {
    Installed.requireProvider("ofi:udp;ofi_rxd");
    FabricInfo hints = hints("ofi:udp").endpointType(EndpointType.MSG).build();
    InfoResult result = InfoQuery.answer(hints);
    assertEquals(
        "ofi: endpointType=MSG, available RDM or DGRAM",
        result.toString(),
        result.reasons()::toString);
  }

  /** shm takes offsets where the program does not grant addresses. */
  @Test
  void shouldCompareWithWhatIsOfferedForTheGrantedRegistration() {
    FabricInfo hints =
        FabricInfo.builder().provider("ofi:shm").endpointType(EndpointType.MSG).build();
    assertEquals("ofi: endpointType=MSG, available RDM", InfoQuery.answer(hints).toString());
  }

  @Test
  void shouldNameTheProvidersThatThereAre() {
    String text = InfoQuery.answer(hints("ofi:carrier-pigeon").build()).toString();
    assertTrue(text.startsWith("ofi: provider=ofi:carrier-pigeon, available "), text);
    assertTrue(text.contains("ofi:tcp"), text);
  }

  /** What was read can be written and read again without a difference. */
  @Test
  void shouldWriteWhatItReads() {
    List<FabricInfo> infos = Fabrics.getInfo(hints("ofi").mode(-1L).build());
    for (FabricInfo info : infos) {
      try (InfoWriter writer = new InfoWriter(info, 0)) {
        assertEquals(info, InfoReader.read(writer.address(), null));
      }
    }
  }

  @Test
  void shouldGrantContextsToTheProvider() {
    try (InfoWriter writer = new InfoWriter(FabricInfo.builder().build(), 0)) {
      long mode = new StructView(InfoLayouts.INFO, writer.address()).word("mode");
      assertEquals(1L << 59 | 1L << 52, mode);
    }
  }
}
