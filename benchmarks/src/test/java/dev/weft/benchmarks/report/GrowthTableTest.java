package dev.weft.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTableTest {

  @Test
  void shouldPrintACaseOnALine() {
    List<Row> rows = List.of(Rows.growth(1, 104, "constant"), Rows.growth(1000, 119.5, "constant"));
    assertEquals(
        """
          ns with n members, n =  1      1,000  law
        growth
          peers                   104.0  119.5  constant
        """,
        GrowthTable.of(rows));
  }
}
