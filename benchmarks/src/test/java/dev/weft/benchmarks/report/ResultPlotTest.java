package dev.weft.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultPlotTest {
  private static final String MET = "rgb(42,157,143)";

  @TempDir private Path folder;

  @Test
  void shouldDrawRatiosAndGrowth() throws IOException {
    String svg =
        svg(
            Rows.half(105, 60, false),
            Rows.growth(1, 100, "constant"),
            Rows.growth(1000, 110, "constant"));
    for (String part :
        List.of("shm: half round trip", "1.50", "target", "peers (constant)", "Linux")) {
      assertTrue(svg.contains(part), part);
    }
  }

  @Test
  void shouldDrawNothingWithoutAPeer() throws IOException {
    assertFalse(svg(Rows.allocation(0)).contains("ratio to the best peer"));
  }

  @Test
  void shouldColourByWhetherTheTargetIsMet() throws IOException {
    assertEquals(2, parts(svg(Rows.half(63, 60, true)), MET), "the bar and the legend");
    assertEquals(1, parts(svg(Rows.half(105, 60, false)), MET), "the legend");
  }

  private String svg(Row... rows) throws IOException {
    Path file = folder.resolve("plot.svg");
    ResultPlot.write(List.of(rows), "Linux", file);
    return Files.readString(file);
  }

  private static int parts(String svg, String wanted) {
    return svg.split(java.util.regex.Pattern.quote("fill:" + wanted), -1).length - 1;
  }
}
