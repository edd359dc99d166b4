package dev.weft.wire.shm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnProcess;
import dev.weft.wire.WireException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How large the rings of a link are, by the room that is free and by the property. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingSizeTest {
  private static final long LEAST = 128 << 10;

  public static void main(String[] arguments) {
    try {
      System.out.print(RingSize.configured(LEAST));
    } catch (WireException refused) {
      System.out.print(refused.error() + " " + refused.getMessage() + ". " + refused.hint());
    }
  }

  /** What a process prints that has these options. */
  private static String configured(String... options) throws IOException {
    ProcessBuilder process =
        new ProcessBuilder(OwnProcess.command(List.of(options), RingSizeTest.class));
    process.redirectError(ProcessBuilder.Redirect.DISCARD);
    return new String(process.start().getInputStream().readAllBytes(), UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 128",
    "65536, 128",
    "262143, 128",
    "262144, 256",
    "524287, 256",
    "524288, 512",
    "12582912, 512",
    "9007199254740991, 512"
  })
  void shouldBeASmallPartOfTheFreeRoom(long freeKiB, long expectedKiB) throws IOException {
    assertEquals(expectedKiB << 10, RingSize.configured(LEAST).within(freeKiB << 10));
  }

  @Test
  void shouldBeThatOfTheProperty() throws IOException {
    RingSize large = RingSize.of(2 << 20);
    assertEquals(large.toString(), configured("-Ddev.weft.shm.ring=2097152"));
    assertEquals(2 << 20, large.within(0));
    assertEquals(RingSize.of(LEAST).toString(), configured("-Ddev.weft.shm.ring=131072"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "large", "131071", "131073", "65536", "33554432", "-131072", "1m"})
  void shouldRefuseWhatIsNoSize(String property) throws IOException {
    String expected =
        "22 dev.weft.shm.ring="
            + property
            + ". Allowed: a power of two from 131072 to 16777216, the bytes of a ring";
    assertEquals(expected, configured("-Ddev.weft.shm.ring=" + property));
  }

  @Test
  void shouldAcceptWhatPeersWithOtherSettingsChoose() {
    RingSize own = RingSize.of(LEAST);
    for (long bytes = LEAST; bytes <= 16 << 20; bytes *= 2) {
      assertTrue(own.accepts(bytes), bytes + " bytes");
    }
    for (long bytes : new long[] {0, -1, 1, LEAST / 2, LEAST + 1, 32 << 20, Long.MIN_VALUE}) {
      assertFalse(own.accepts(bytes), bytes + " bytes");
    }
  }
}
