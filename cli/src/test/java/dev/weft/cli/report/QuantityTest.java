package dev.weft.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "8, 8 B",
    "1000, 1000 B",
    "1024, 1 KiB",
    "1536, 1536 B",
    "65536, 64 KiB",
    "1048576, 1 MiB",
    "3221225472, 3 GiB"
  })
  void shouldWriteBytesWithoutRounding(long bytes, String text) {
    assertEquals(text, Quantity.bytes(bytes));
  }

  @ParameterizedTest
  @CsvSource({
    "8, 8",
    "64B, 64",
    "4K, 4096",
    "4k, 4096",
    "4KB, 4096",
    "64 KiB, 65536",
    "1M, 1048576",
    "1MiB, 1048576",
    "1g, 1073741824"
  })
  void shouldReadSizes(String text, long bytes) {
    assertEquals(bytes, Quantity.parseBytes(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "1.5K", "8 8", "4T", "99999999999"})
  void shouldRefuseWhatIsNoSizeAndNameIt(String text) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Quantity.parseBytes(text));
    assertTrue(e.getMessage().startsWith("size=" + text), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "52, 52 ns",
    "999, 999 ns",
    "999.6, 1.00 us",
    "1234, 1.23 us",
    "45600, 45.6 us",
    "999949, 1.00 ms",
    "1000000, 1.00 ms",
    "2500000000, 2.50 s"
  })
  void shouldWriteTimesWithThreeDigits(double nanos, String text) {
    assertEquals(text, Quantity.nanos(nanos));
  }

  @ParameterizedTest
  @CsvSource({"100, 100 ns", "1000, 1 us", "10000, 10 us", "100000, 100 us", "1000000, 1 ms"})
  void shouldWriteRoundTimesBriefly(double nanos, String text) {
    assertEquals(text, Quantity.nanosBriefly(nanos));
  }

  @ParameterizedTest
  @CsvSource({"0, 0 /s", "850, 850 /s", "19400000, 19.4 M/s", "1500, 1.50 k/s"})
  void shouldWriteRates(double rate, String text) {
    assertEquals(text, Quantity.rate(rate));
  }

  @Test
  void shouldGroupDigits() {
    assertEquals("41,230,112", Quantity.exact(41_230_112));
  }
}
