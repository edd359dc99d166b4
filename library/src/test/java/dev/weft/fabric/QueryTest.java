package dev.weft.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.info.ModeBits;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.ResourceManagement;
import dev.weft.fabric.info.Threading;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** {@code fi_getinfo(3)}: matching hints, and the reasons why hints do not match. */
class QueryTest {

  private static final FabricInfo RDM =
      FabricInfo.builder()
          .provider("near")
          .endpointType(EndpointType.RDM)
          .capabilities(Capabilities.MSG | Capabilities.TAGGED)
          .addressFormat(AddressFormat.ADDR_STR)
          .threading(Threading.COMPLETION)
          .progress(ProgressModel.MANUAL)
          .resourceManagement(ResourceManagement.ENABLED)
          .injectSize(64)
          .build();
  private static final FabricInfo DGRAM =
      RDM.toBuilder().endpointType(EndpointType.DGRAM).injectSize(16).build();

  private static final DomainAttributes NAMED = DomainAttributes.builder().name("mine").build();

  private static final class Provider implements FabricProvider {
    private FabricInfo opened;

    @Override
    public String name() {
      return "near";
    }

    @Override
    public InfoResult getInfo(FabricInfo hints) {
      return InfoResult.of(name(), hints, List.of(RDM, DGRAM));
    }

    @Override
    public Fabric open(FabricInfo info, Object context) {
      opened = info;
      return null;
    }
  }

  private final Provider provider = new Provider();
  private final List<FabricProvider> providers = List.of(provider);

  private List<FabricInfo> query(UnaryOperator<FabricInfo.Builder> hints) {
    return Fabrics.getInfo(providers, hints.apply(FabricInfo.builder()).build());
  }

  private String refusal(UnaryOperator<FabricInfo.Builder> hints) {
    var error = assertThrows(FabricException.class, () -> query(hints));
    assertEquals(Errno.ENODATA, error.errno());
    return error.getMessage();
  }

  @Test
  void shouldMatchEverythingWhenNothingIsAsked() {
    assertEquals(List.of(RDM, DGRAM), query(hints -> hints));
  }

  @Test
  void shouldMatchWhatIsOffered() {
    assertEquals(List.of(DGRAM), query(hints -> hints.endpointType(EndpointType.DGRAM)));
    assertEquals(List.of(RDM), query(hints -> hints.injectSize(17)));
    assertEquals(2, query(hints -> hints.capabilities(Capabilities.TAGGED)).size());
    assertEquals(2, query(hints -> hints.threading(Threading.DOMAIN)).size());
    assertEquals(2, query(hints -> hints.domain(NAMED)).size());
    assertEquals(2, query(hints -> hints.resourceManagement(ResourceManagement.DISABLED)).size());
  }

  @Test
  void shouldSayWhyNothingMatches() {
    assertEquals(
        "fi_getinfo: No data available (FI_ENODATA 61): near: capabilities=FI_RMA|FI_TAGGED,"
            + " available all but FI_RMA. Ask for less, or for another provider",
        refusal(hints -> hints.capabilities(Capabilities.RMA | Capabilities.TAGGED)));
    assertTrue(refusal(hints -> hints.provider("far")).contains("provider=far, available near"));
    assertTrue(
        refusal(hints -> hints.endpointType(EndpointType.MSG))
            .contains("endpointType=MSG, available RDM or DGRAM"));
    assertTrue(refusal(hints -> hints.threading(Threading.SAFE)).contains("threading=SAFE"));
    assertTrue(refusal(hints -> hints.progress(ProgressModel.AUTO)).contains("dataProgress=AUTO"));
  }

  @Test
  void shouldNameTheReasonsOfTheNearestOffer() {
    assertTrue(
        refusal(hints -> hints.endpointType(EndpointType.RDM).injectSize(65))
            .contains("near: transmit.injectSize=65, available at most 64. "));
  }

  @Test
  void shouldCompareWithTheOffersOfTheEndpointTypeThatIsAsked() {
    assertTrue(
        refusal(hints -> hints.endpointType(EndpointType.DGRAM).injectSize(17))
            .contains("near: transmit.injectSize=17, available at most 16. "));
  }

  @Test
  void shouldRefuseWhatDemandsMoreThanTheProgramGrants() {
    FabricInfo demanding = RDM.toBuilder().mode(ModeBits.MSG_PREFIX).build();
    FabricInfo hints = FabricInfo.builder().build();
    assertEquals(
        "far: mode=0, available needs FI_MSG_PREFIX",
        InfoResult.of("far", hints, List.of(demanding)).toString());
    FabricInfo granting = hints.toBuilder().mode(ModeBits.MSG_PREFIX).build();
    assertTrue(InfoResult.of("far", granting, List.of(demanding)).matches());
  }

  @Test
  void shouldExplainEachProvider() {
    List<InfoResult> answers = Fabrics.explain(providers, FabricInfo.builder().build());
    assertEquals("[near: matches (2)]", answers.toString());
    assertThrows(IllegalArgumentException.class, () -> Fabrics.explain(providers, null));
  }

  @Test
  void shouldSayThatThereIsNoProvider() {
    FabricInfo hints = FabricInfo.builder().build();
    var error = assertThrows(FabricException.class, () -> Fabrics.getInfo(List.of(), hints));
    assertTrue(error.getMessage().contains("no provider"));
  }

  @Test
  void shouldOpenThroughTheProviderOfTheInfo() {
    assertNull(Fabrics.open(providers, DGRAM, "context"));
    assertEquals(DGRAM, provider.opened);
    FabricInfo strange = RDM.toBuilder().provider("far").build();
    var error = assertThrows(FabricException.class, () -> Fabrics.open(providers, strange, null));
    assertEquals(Errno.ENODEV, error.errno());
    assertTrue(error.getMessage().contains("provider=far, available near"));
  }

  @Test
  void shouldHaveEitherInfosOrReasons() {
    assertThrows(IllegalArgumentException.class, () -> InfoResult.matched("near", List.of()));
    assertThrows(IllegalArgumentException.class, () -> InfoResult.refused("near", List.of()));
  }
}
