package dev.weft.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTableTest {

  @Test
  void shouldPrintASectionAndItsRows() {
    List<Row> rows = List.of(Rows.half(105, 61, false), Rows.half(63, 61, true));
    assertEquals(
        """
          what             ours      best peer          ratio  target   met  \
        bounce ns  step ns     runs  without
        shm
          half round trip  105.0 ns  70.0 ns aeron ipc  1.50   <= 1.00  NO   \
        61, 61     0.36, 0.36  3     jucx, put
          half round trip  63.0 ns   70.0 ns aeron ipc  0.90   <= 1.00  yes  \
        61, 61     0.36, 0.36  3     jucx, put
        """,
        RatioTable.of(rows));
  }

  @Test
  void shouldMarkUnequalRuns() {
    String row = RatioTable.of(List.of(Rows.half(105, 61, null))).lines().toList().get(2);
    assertEquals("UNEQUAL", List.of(row.split("  +")).get(6));
  }

  @Test
  void shouldPrintNothingAllocatedAsZero() {
    String row = RatioTable.of(List.of(Rows.allocation(0.0012))).lines().toList().get(2);
    assertEquals(List.of("read", "0 B", "<= 0 B", "yes", "1"), List.of(row.strip().split("  +")));
  }
}
