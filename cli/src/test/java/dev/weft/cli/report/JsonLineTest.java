package dev.weft.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class JsonLineTest {

  @Test
  void shouldKeepTheOrderOfTheKeys() {
    String line =
        new JsonLine().put("b", "x").put("a", 7).put("c", 1.25, 1).put("d", true).toString();
    assertEquals("{\"b\":\"x\",\"a\":7,\"c\":1.3,\"d\":true}", line);
  }

  @Test
  void shouldEscapeWhatJsonReserves() {
    String line = new JsonLine().put("k", "say \"hi\"\\\n\tend").toString();
    assertEquals("{\"k\":\"say \\\"hi\\\"\\\\\\u000a\\u0009end\"}", line);
  }

  @Test
  void shouldWriteNull() {
    assertEquals("{\"k\":null}", new JsonLine().put("k", (String) null).toString());
  }

  @Test
  void shouldRefuseNumbersThatJsonCannotHold() {
    JsonLine line = new JsonLine();
    assertThrows(IllegalArgumentException.class, () -> line.put("k", Double.NaN, 1));
  }
}
