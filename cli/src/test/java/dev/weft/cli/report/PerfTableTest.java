package dev.weft.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerfTableTest {

  @Test
  void shouldAlignEveryRowWithTheHeaderInsideOf80Columns() {
    List<String> lines = new ArrayList<>(List.of(PerfTable.rule(), PerfTable.section("shm0")));
    for (PerfTest test : PerfTest.values()) {
      for (int size : new int[] {0, 8, 1000, 65_536, 1 << 20}) {
        lines.add(PerfTable.row(Results.sound(test, size)));
      }
    }
    int width = PerfTable.header().length();
    assertTrue(width < 80, "width=" + width);
    lines.forEach(line -> assertEquals(width, line.length(), line));
  }

  @Test
  void shouldKeepItsWidthWhereMuchIsAllocated() {
    PerfResult r = Results.sound(PerfTest.STREAM, 8);
    for (long allocated : new long[] {2_090_000_000L, 45_000_000_000L}) {
      PerfResult heavy =
          new PerfResult(
              r.fabric(),
              r.test(),
              r.size(),
              r.traffic(),
              r.completions(),
              allocated,
              r.bounceNanos(),
              r.digests(),
              r.failure());
      assertEquals(PerfTable.header().length(), PerfTable.row(heavy).length());
    }
  }

  @Test
  void shouldNameTheFabric() {
    assertTrue(PerfTable.section("loopback").startsWith("-- loopback ---"));
  }

  @Test
  void shouldKeepTheFooterInside80Columns() {
    PerfTable.footer(List.of())
        .forEach(line -> assertTrue(line.length() < 80, line.length() + ": " + line));
  }

  @Test
  void shouldShowTheNumbersWithUnits() {
    String row = PerfTable.row(Results.sound(PerfTest.STREAM, 65_536));
    for (String part : List.of("64 KiB", "2.00 M/s", "us", "131")) {
      assertTrue(row.contains(part), part + " in " + row);
    }
  }

  @Test
  void shouldNotCallALossEqual() {
    PerfResult result = Results.result(PerfTest.STREAM, 8, 1_999_998, 3, 1, "It stopped.");
    String row = PerfTable.row(result);
    assertTrue(row.lines().findFirst().orElseThrow().endsWith("   6"), row);
    assertTrue(
        row.contains("lost 2, duplicated 3, damaged 1; posted 2,000,000, completed 1,999,998"),
        row);
    assertTrue(row.endsWith("  It stopped."), row);
    row.lines().forEach(line -> assertTrue(line.length() < 80, line));
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
