package dev.weft.provider.fabric.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.MessageOrder;
import dev.weft.fabric.message.OperationFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Infos that a program has changed ({@code fi_endpoint(3)}, {@code fi_domain(3)}): what {@code
 * fi_getinfo(3)} refuses is refused, and what it lets open gets the usual value.
 */
class OpenedInfoTest {
  private static final FabricInfo INFO = Fabrics.getInfo(hints("loopback")).getFirst();

  private static FabricInfo hints(String provider) {
    return FabricInfo.builder().provider(provider).capabilities(Capabilities.TAGGED).build();
  }

  static Stream<UnaryOperator<FabricInfo.Builder>> beyond() {
    return Stream.of(
        info -> info.receive(INFO.receive().toBuilder().size(1L << 40).build()),
        info -> info.transmit(INFO.transmit().toBuilder().size(1 << 30).build()),
        info ->
            info.transmit(
                INFO.transmit().toBuilder().operationFlags(OperationFlags.COMMIT_COMPLETE).build()),
        info -> info.transmit(INFO.transmit().toBuilder().injectSize(1 << 30).build()),
        info -> info.capabilities(Capabilities.MULTICAST),
        info -> info.endpoint(INFO.endpoint().toBuilder().maxMessageSize(1L << 62).build()));
  }

  @ParameterizedTest
  @MethodSource("beyond")
  void shouldRefuseWhatTheQueryRefuses(UnaryOperator<FabricInfo.Builder> change) {
    FabricInfo changed = change.apply(INFO.toBuilder()).build();
    assertThrows(FabricException.class, () -> Fabrics.getInfo(changed));
    try (Fabric fabric = Fabrics.open(INFO);
        Domain domain = fabric.openDomain(INFO)) {
      var refused = assertThrows(FabricException.class, () -> domain.openEndpoint(changed));
      assertEquals(Errno.EINVAL, refused.errno());
    }
  }

  @Test
  void shouldRefuseADomainThatTheQueryRefuses() {
    var asked = INFO.domain().toBuilder().keySize(77).build();
    FabricInfo changed = INFO.toBuilder().domain(asked).build();
    assertThrows(FabricException.class, () -> Fabrics.getInfo(changed));
    try (Fabric fabric = Fabrics.open(INFO)) {
      assertThrows(FabricException.class, () -> fabric.openDomain(changed));
    }
  }

  @Test
  void shouldGiveTheUsualValueWhereThereIsNone() {
    FabricInfo open =
        INFO.toBuilder()
            .receive(INFO.receive().toBuilder().size(0).build())
            .endpoint(
                INFO.endpoint().toBuilder().maxMessageSize(0).type(EndpointType.UNSPEC).build())
            .build();
    try (Fabric fabric = Fabrics.open(INFO);
        Domain domain = fabric.openDomain(INFO);
        Endpoint endpoint = domain.openEndpoint(open)) {
      assertEquals(INFO.receive(), endpoint.info().receive());
      assertEquals(INFO.endpoint(), endpoint.info().endpoint());
    }
  }

  @Test
  void shouldOpenEveryOfferAsItIs() {
    for (FabricInfo offer :
        Fabrics.getInfo(FabricInfo.builder().provider("shm").mode(-1).build())) {
      try (Fabric fabric = Fabrics.open(offer);
          Domain domain = fabric.openDomain(offer);
          Endpoint endpoint = domain.openEndpoint(offer)) {
        assertEquals(offer, endpoint.info());
        assertEquals(offer.domain(), domain.attributes());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldNameHintsThatAreNoInfo(String provider) {
    FabricInfo hints = hints(provider);
    var refused = assertThrows(FabricException.class, () -> Fabrics.open(hints));
    assertTrue(refused.getMessage().contains("info.fabric.name=null"), refused.getMessage());
  }

  @Test
  void shouldNameTheVersionOfTheModule() throws IOException {
    String version = FabricAttributes.describeVersion(INFO.fabric().providerVersion());
    assertTrue(Files.readString(Path.of("pom.xml")).contains("<version>" + version + "."), version);
    assertEquals(FabricAttributes.version(1, 17), INFO.fabric().apiVersion());
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldKeepTheOrdersThatAreRequested(String provider) {
    FabricInfo.Builder hints = hints(provider).toBuilder();
    long usual = Fabrics.getInfo(hints.build()).getFirst().transmit().messageOrder();
    assertEquals(MessageOrder.SAS, usual);
    long wanted = MessageOrder.SAW | MessageOrder.WAW;
    FabricInfo offer = Fabrics.getInfo(hints.messageOrder(wanted).build()).getFirst();
    assertEquals(MessageOrder.SAS | wanted, offer.transmit().messageOrder());
    assertEquals(MessageOrder.SAS | wanted, offer.receive().messageOrder());
    FabricInfo strict = hints.messageOrder(MessageOrder.STRICT).build();
    var refused = assertThrows(FabricException.class, () -> Fabrics.getInfo(strict));
    assertTrue(refused.getMessage().contains("all but FI_ORDER_RAS|FI_ORDER_WAS"));
  }
}
