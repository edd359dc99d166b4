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
    "1g, 1073741824",
    "1T, 1099511627776",
    "4TiB, 4398046511104",
    "99999999999, 99999999999",
    "7E, 8070450532247928832"
  })
  void shouldReadSizes(String text, long bytes) {
    assertEquals(bytes, Quantity.parseBytes(text));
  }

  /** What {@code info} prints can be typed. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1000, 1 << 10, 3 << 20, 5L << 30, 1L << 40, 9L << 50, 7L << 60})
  void shouldReadWhatItWrites(long bytes) {
    assertEquals(bytes, Quantity.parseBytes(Quantity.bytes(bytes)));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1000000000",
    "0.5, 500000000",
    ".5, 500000000",
    "1s, 1000000000",
    "500ms, 500000000",
    "20 us, 20000",
    "7ns, 7",
    "0, 0"
  })
  void shouldReadTimes(String text, long nanos) {
    assertEquals(nanos, Quantity.parseNanos(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "s", "-1", "1m", "1h", "NaN", "1e3", "1 s s", "99999999999"})
  void shouldRefuseWhatIsNoTimeAndNameIt(String text) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Quantity.parseNanos(text));
    assertTrue(e.getMessage().startsWith("duration=" + text), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "1.5K", "8 8", "4Z", "8E", "9999999999999999999"})
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
