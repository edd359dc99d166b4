package dev.weft.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChangesTest {

  @Test
  void shouldPrintTheRatioOfNewToOld() {
    assertEquals(
        "half round trip | 100.0 ns | 90.0 ns | 0.90 | 1.00",
        change(Rows.half(100, 60, true), Rows.half(90, 65, true)));
  }

  @Test
  void shouldNotCompareDistances() {
    assertEquals(
        "half round trip | 100.0 ns | 300.0 ns | not comparable: bounce 60, 200 ns",
        change(Rows.half(100, 60, true), Rows.half(300, 200, true)));
  }

  @Test
  void shouldNotCompareProcessorsThatWereShared() {
    Row old = Rows.half(100, 60, true);
    Figure slow = new Figure("weft", 150, 60.0, 0.54);
    Row now =
        new Row(
            old.section(),
            old.name(),
            old.unit(),
            slow,
            old.peer(),
            old.ratio(),
            old.target(),
            true,
            3,
            List.of(),
            null);
    assertEquals(
        "half round trip | 100.0 ns | 150.0 ns | not comparable: step 0.36, 0.54 ns",
        change(old, now));
  }

  @Test
  void shouldNotCompareUnequalRuns() {
    assertEquals(
        "half round trip | 100.0 ns | 90.0 ns | not comparable: UNEQUAL",
        change(Rows.half(100, 60, null), Rows.half(90, 60, true)));
  }

  @Test
  void shouldDivideNothingByNothing() {
    assertEquals("read | 0 B | 0 B", change(Rows.allocation(0.001), Rows.allocation(0)));
  }

  @Test
  void shouldTellSizesApart() {
    List<String> lines =
        lines(
            List.of(Rows.growth(1, 100, "constant"), Rows.growth(10, 100, "constant")),
            List.of(Rows.growth(10, 120, "constant"), Rows.growth(1000, 200, "constant")));
    assertEquals(
        List.of(
            "growth",
            "peers: 10 | 100.0 ns | 120.0 ns | 1.20",
            "peers: 1,000 | 200.0 ns | only in the new run",
            "peers: 1 | 100.0 ns | only in the old run"),
        lines);
  }

  /** The line of the only row. */
  private static String change(Row old, Row now) {
    return lines(List.of(old), List.of(now)).getLast();
  }

  /** The lines below the head, with a bar between the cells. */
  private static List<String> lines(List<Row> old, List<Row> now) {
    return Changes.table(old, now)
        .lines()
        .skip(1)
        .map(line -> line.strip().replaceAll(" {2,}", " | "))
        .toList();
  }
}
