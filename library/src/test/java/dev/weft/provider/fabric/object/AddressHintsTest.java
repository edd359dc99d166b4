package dev.weft.provider.fabric.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Only providers that know the addresses of the hints match. */
class AddressHintsTest {
  private static Set<String> providers(FabricInfo hints) {
    return Fabrics.getInfo(hints).stream()
        .map(info -> info.fabric().providerName())
        .collect(Collectors.toSet());
  }

  private static FabricInfo source(String address) {
    return FabricInfo.builder().sourceAddress(address.getBytes(UTF_8)).build();
  }

  private static FabricInfo destination(String address) {
    return FabricInfo.builder().destinationAddress(address.getBytes(UTF_8)).build();
  }

  @Test
  void shouldMatchTheProviderOfTheAddress() {
    for (String provider : Set.of("loopback", "shm")) {
      String address = provider + "://" + provider + "/anna";
      assertEquals(Set.of(provider), providers(source(address)));
      assertEquals(Set.of(provider), providers(destination(address)));
    }
  }

  @Test
  void shouldNameAnAddressThatNoProviderKnows() {
    FabricException refused =
        assertThrows(FabricException.class, () -> Fabrics.getInfo(source("nonsense")));
    assertEquals(Errno.ENODATA, refused.errno());
    assertTrue(refused.getMessage().contains("sourceAddress=nonsense"), refused.getMessage());
  }
}
