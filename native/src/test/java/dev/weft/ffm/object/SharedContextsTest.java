package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.Installed;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Providers without shared contexts for connectionless endpoints. */
class SharedContextsTest {

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  /** tcp since 1.18 opens them for connections, at whichever offer. */
  static Stream<String> withoutSharedReceives() {
    return Stream.of("ofi:tcp", "ofi:shm", "ofi:udp")
        .filter(name -> !name.equals("ofi:tcp") || !Installed.isAtLeast(1, 18));
  }

  /** shm has a function, which dereferences NULL when what it made is closed. */
  @ParameterizedTest
  @MethodSource("withoutSharedReceives")
  void shouldRefuseWhatTheProviderDoesNotHave(String provider) {
    FabricInfo offer = Pair.offer(provider, Capabilities.MSG);
    try (Fabric fabric = Fabrics.open(offer);
        Domain domain = fabric.openDomain(offer)) {
      var receives =
          assertThrows(
              FabricException.class, () -> domain.openSharedReceiveContext(null, "receives"));
      var transmits =
          assertThrows(
              FabricException.class, () -> domain.openSharedTransmitContext(null, "transmits"));
      assertEquals(Errno.ENOSYS, receives.errno());
      assertEquals(Errno.ENOSYS, transmits.errno());
    }
  }
}
