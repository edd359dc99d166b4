package dev.weft.cli.perf.machine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CacheLineBounceTest {

  @Test
  void shouldEndWithATime() {
    double nanos = CacheLineBounce.measure(false);
    assertTrue(nanos > 0 && nanos < 1e9, "nanos=" + nanos);
  }
}
