package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PerfOptionsTest {
  private static final List<String> ALL = List.of("loopback", "shm", "loopback0", "shm0");

  @Test
  void shouldMeasureWhatTheSystemHas() {
    assertEquals(ALL, PerfOptions.on("Linux", ALL));
    assertEquals(List.of("loopback", "loopback0"), PerfOptions.on("Mac OS X", ALL));
  }
}
