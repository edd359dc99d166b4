package dev.weft.wire.shm.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of ports, and the names of their files. */
class ShmAddressTest {

  @ParameterizedTest
  @ValueSource(strings = {"shm://f/a", "shm://f/a b.1", "shm://a/b/c", "shm://f/\u00fc"})
  void shouldParseWhatItPrints(String text) {
    assertEquals(text, ShmAddress.parse(text).toString());
  }

  @Test
  void shouldSplitAtTheLastSlash() {
    assertEquals(new ShmAddress("a/b", "c"), ShmAddress.parse("shm://a/b/c"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "shm://",
        "shm:///",
        "shm:///a",
        "shm://f",
        "shm://f/",
        "sha://f/a",
        "shm://f/a\n",
        "shm://f\u0000/a",
        "shm://f/\u007f",
        "shm://f/\ud800",
        "shm://f/\ufffd"
      })
  void shouldRefuse(String text) {
    assertNull(ShmAddress.parse(text));
  }

  @Test
  void shouldLimitTheBytesOfAnAddress() {
    String begin = "shm://f/";
    int left = ShmAddress.MAX_BYTES - begin.length();
    assertNotNull(ShmAddress.parse(begin + "a".repeat(left)));
    assertNull(ShmAddress.parse(begin + "a".repeat(left + 1)));
    assertNull(ShmAddress.parse(begin + "\u00fc".repeat(left / 2 + 1)), "two bytes each");
  }

  @ParameterizedTest
  @CsvSource({
    "azAZ09_-, azAZ09_-",
    "a.b, a%2Eb",
    "`{@[/:, %60%7B%40%5B%2F%3A",
    "\u00fc, %C3%BC",
    "%, %25"
  })
  void shouldEncodeFileNames(String name, String expected) {
    assertEquals(expected, ShmAddress.fileName(name));
  }
}
