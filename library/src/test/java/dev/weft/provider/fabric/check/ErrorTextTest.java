package dev.weft.provider.fabric.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Errno;
import dev.weft.wire.LayoutVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorTextTest {
  private static final int NEXT = LayoutVersion.OWN + 1;

  private static void isOfVersion(String version, int providerError) {
    assertEquals(
        "The peer uses "
            + version
            + " of the layout of shared memory, this process version "
            + LayoutVersion.OWN
            + "; use the same version of weft in both processes",
        ErrorText.of(providerError, null));
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 9_999, 11_000, 99_999, Integer.MAX_VALUE, -99_999, Integer.MIN_VALUE})
  void shouldSayThatANumberIsUnknown(int providerError) {
    assertEquals("Unknown provider error " + providerError, ErrorText.of(providerError, null));
  }

  @Test
  void shouldNameTheVersionOfAPeer() {
    isOfVersion("version " + NEXT, LayoutVersion.error(NEXT));
    isOfVersion("a version before 7", LayoutVersion.error(0));
    isOfVersion("version 999 or later", LayoutVersion.error(Integer.MAX_VALUE));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Errno.EIO, Errno.EOTHER, Errno.ETRUNC, -Errno.ETRUNC})
  void shouldBeThatOfTheSystemElse(int error) {
    assertEquals(Errno.strerror(error), ErrorText.of(error, null));
  }
}
