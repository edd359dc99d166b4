package dev.weft.ffm.connection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.info.AddressFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:47592", "fi_sockaddr_in://127.0.0.1:47592"})
  void shouldGiveSockaddrIn(String text) {
    ByteBuffer expected =
        ByteBuffer.allocate(16).order(ByteOrder.nativeOrder()).putShort((short) 2);
    expected.order(ByteOrder.BIG_ENDIAN).putShort((short) 47592).put(new byte[] {127, 0, 0, 1});
    assertArrayEquals(expected.array(), AddressText.parse(AddressFormat.SOCKADDR_IN, text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[::1]:80", "fi_sockaddr_in6://[::1]:80"})
  void shouldGiveSockaddrIn6(String text) {
    ByteBuffer expected =
        ByteBuffer.allocate(28).order(ByteOrder.nativeOrder()).putShort((short) 10);
    expected.order(ByteOrder.BIG_ENDIAN).putShort((short) 80).put(23, (byte) 1);
    assertArrayEquals(expected.array(), AddressText.parse(AddressFormat.SOCKADDR_IN6, text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "server",
        "127.0.0.1",
        "127.0.0.1:65536",
        "127.0.0.1:123456",
        "1.2.3:1",
        "localhost:1",
        "::1:80",
        "[::1]",
        "[]:80",
        "[::g]:80",
        "http://127.0.0.1:80",
        "256.0.0.1:80"
      })
  void shouldSayWhatIsAllowed(String text) {
    var refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> AddressText.parse(AddressFormat.SOCKADDR_IN, text));
    String message = refused.getMessage();
    assertTrue(message.startsWith("address=" + text + ", allowed: 127.0.0.1:7000"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:47592", "[0:0:0:0:0:0:0:1]:80"})
  void shouldGiveTheTextAgain(String text) {
    assertEquals(text, AddressText.of(AddressText.parse(AddressFormat.SOCKADDR, text)));
  }

  @Test
  void shouldKeepTextsOfOtherFormats() {
    byte[] kept = AddressText.parse(AddressFormat.ADDR_STR, "fi_shm://1:2");
    assertEquals("fi_shm://1:2", new String(kept, StandardCharsets.UTF_8));
  }
}
