package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.benchmarks.report.Conditions;
import dev.weft.benchmarks.report.Row;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTest {
  private static final Conditions ANY = new Conditions(0, 1);

  @Test
  void shouldMeasureEachSizeInTurn() throws Exception {
    List<String> sizes = new ArrayList<>();
    Trial trial =
        new Trial(
            (contender, _) -> {
              String size = contender.measurement().getLast();
              sizes.add(size);
              return new Sample(100 + 2 * Double.parseDouble(size), ANY, ANY);
            },
            2);
    List<Row> rows = new Growth("peers", "peers", List.of(1, 1000)).rows(trial);
    assertEquals(List.of("1", "1000", "1", "1000"), sizes);
    assertEquals(List.of(102.0, 2100.0), rows.stream().map(row -> row.ours().figure()).toList());
    assertEquals(new Row.Growth(1000, "grows with n: 2.00 ns per member"), rows.getLast().growth());
    assertEquals(2, rows.getFirst().runs());
  }
}
