package dev.weft.cli.perf.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointAddressTest {

  @ParameterizedTest
  @CsvSource({
    "SOCKADDR_IN, 192.0.2.2:47592, 192.0.2.2:47592",
    "SOCKADDR_IN, 192.0.2.2, 192.0.2.2:0",
    "SOCKADDR_IN6, [2001:db8::2]:1, [2001:db8:0:0:0:0:0:2]:1",
    "SOCKADDR_IN, [2001:db8::2]:1, [2001:db8:0:0:0:0:0:2]:1",
    "ADDR_STR, anna, shm://shm/anna",
    "ADDR_STR, shm://other/anna, shm://other/anna",
    "ADDR_EFA, fe80ff, 0xfe80ff",
    "ADDR_EFA, 0xfe80ff, 0xfe80ff",
  })
  void shouldReadWhatItPrints(AddressFormat format, String typed, String printed) {
    EndpointAddress address = EndpointAddress.parse(offer(format, null), typed);
    assertEquals(printed, address.toString());
    EndpointAddress again = EndpointAddress.parse(offer(format, null), printed);
    assertEquals(printed, again.toString());
    assertEquals(address.format(), again.format());
  }

  @Test
  void shouldUseTheLayoutOfTheSystem() {
    byte[] bytes =
        EndpointAddress.parse(offer(AddressFormat.SOCKADDR_IN, null), "127.0.0.1:258").bytes();
    assertEquals(16, bytes.length);
    assertEquals(2, bytes[0] + bytes[1]);
    assertEquals(1, bytes[2]);
    assertEquals(2, bytes[3]);
    assertEquals(127, bytes[4]);
    assertEquals(1, bytes[7]);
  }

  /** Strings of C end with a zero byte, which is part of the address. */
  @Test
  void shouldBeginAndEndANameAsTheProviderDoes() {
    byte[] chosen = "fi_shm://4711\0".getBytes(StandardCharsets.UTF_8);
    EndpointAddress address =
        EndpointAddress.parse(offer(AddressFormat.ADDR_STR, chosen), "fi_shm://anna:0:0");
    assertEquals("fi_shm://anna:0:0\0", new String(address.bytes(), StandardCharsets.UTF_8));
    assertEquals("fi_shm://anna:0:0", address.toString());
    EndpointAddress named = EndpointAddress.parse(offer(AddressFormat.ADDR_STR, chosen), "anna");
    assertEquals("fi_shm://anna", named.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":1", "192.0.2.2:65536", "192.0.2.2:x", "shm://shm/anna", "a/b"})
  void shouldRefuseWhatIsNoSocketAddress(String typed) {
    FabricInfo offer = offer(AddressFormat.SOCKADDR_IN, null);
    var refusal =
        assertThrows(IllegalArgumentException.class, () -> EndpointAddress.parse(offer, typed));
    String beginning = typed + " is no address of fabric shm, allowed are ";
    assertTrue(refusal.getMessage().startsWith(beginning), refusal.getMessage());
  }

  private static FabricInfo offer(AddressFormat format, byte[] source) {
    return FabricInfo.builder()
        .addressFormat(format)
        .sourceAddress(source)
        .fabric(FabricAttributes.builder().name("shm").providerName("shm").build())
        .build();
  }
}
