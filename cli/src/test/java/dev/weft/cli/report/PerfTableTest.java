package dev.weft.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.perf.PerfResult;
import dev.weft.cli.perf.PerfTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerfTableTest {

  @Test
  void shouldAlignEveryRowWithTheHeaderInsideOf120Columns() {
    List<String> lines = new ArrayList<>(List.of(PerfTable.rule()));
    for (PerfTest test : PerfTest.values()) {
      for (int size : new int[] {0, 8, 1000, 65_536, 64 << 20}) {
        lines.add(PerfTable.row(Results.sound(test, size)));
      }
    }
    int width = PerfTable.header().length();
    assertTrue(width <= 120, "width=" + width);
    lines.forEach(line -> assertEquals(width, line.length(), line));
  }

  @Test
  void shouldNameTheFabric() {
    assertTrue(PerfTable.row(Results.sound(PerfTest.STREAM, 8)).contains(" loopback "));
  }

  @Test
  void shouldKeepTheFooterInside120Columns() {
    PerfTable.footer(List.of())
        .forEach(line -> assertTrue(line.length() <= 120, line.length() + ": " + line));
  }

  @Test
  void shouldShowTheNumbersWithUnits() {
    String row = PerfTable.row(Results.sound(PerfTest.STREAM, 65_536));
    for (String part : List.of("64 KiB", "1.00 M", "2.00 M/s", "us", "131", "2,000,000")) {
      assertTrue(row.contains(part), part + " in " + row);
    }
  }

  @Test
  void shouldNotCallALossEqual() {
    PerfResult result = Results.result(PerfTest.STREAM, 8, 1_999_998, 3, 1, "It stopped.");
    String row = PerfTable.row(result);
    assertTrue(row.contains("not equal    2   3   1"), row);
    assertTrue(row.endsWith("  It stopped."), row);
    assertFalse(result.isSound());
    assertTrue(PerfTable.footer(List.of(result)).getLast().contains("NOT sound"));
  }

  @Test
  void shouldCallAnyOneFaultUnsound() {
    assertTrue(Results.sound(PerfTest.STREAM, 8).isSound());
    assertFalse(Results.result(PerfTest.STREAM, 8, 1_999_999, 0, 0, "").isSound());
    assertFalse(Results.result(PerfTest.STREAM, 8, 2_000_000, 1, 0, "").isSound());
    assertFalse(Results.result(PerfTest.STREAM, 8, 2_000_000, 0, 1, "").isSound());
    assertFalse(Results.result(PerfTest.STREAM, 8, 2_000_000, 0, 0, "Stopped.").isSound());
  }
}
