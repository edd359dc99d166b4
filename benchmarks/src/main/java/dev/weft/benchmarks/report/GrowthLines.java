package dev.weft.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.util.List;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Costs by the number of members, both logarithmic: a line for each case. */
final class GrowthLines {
  static final int HEIGHT = 620;

  private static final Color FAINT = new Color(0xe3e6ea);
  private static final Color[] LINES = {
    new Color(0x1b6ca8), new Color(0x2a9d8f), new Color(0xe0a100), new Color(0xe76f51),
    new Color(0x8e3b8a), new Color(0x6b705c), new Color(0x3a86ff), new Color(0xb00020)
  };

  private final XYSeriesCollection lines = new XYSeriesCollection();

  GrowthLines(List<Row> rows) {
    GrowthTable.byName(rows).forEach((name, steps) -> lines.addSeries(line(name, steps)));
  }

  private static XYSeries line(String name, List<Row> steps) {
    XYSeries line = new XYSeries(name + " (" + steps.getFirst().growth().law() + ")");
    steps.forEach(row -> line.add(row.growth().size(), row.ours().figure()));
    return line;
  }

  XYPlot plot() {
    XYPlot plot = new XYPlot(lines, axis("members"), axis("ns"), renderer());
    plot.setDomainGridlinePaint(FAINT);
    plot.setRangeGridlinePaint(FAINT);
    plot.setDomainGridlineStroke(new BasicStroke(1f));
    plot.setRangeGridlineStroke(new BasicStroke(1f));
    return plot;
  }

  private static LogAxis axis(String label) {
    LogAxis axis = new LogAxis(label);
    axis.setTickUnit(new NumberTickUnit(1));
    axis.setNumberFormatOverride(ResultPlot.format("#,##0"));
    axis.setSmallestValue(1);
    ResultPlot.style(axis);
    return axis;
  }

  private static XYLineAndShapeRenderer renderer() {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    for (int line = 0; line < LINES.length; line++) {
      renderer.setSeriesPaint(line, LINES[line]);
      renderer.setSeriesStroke(line, new BasicStroke(2.2f));
      renderer.setSeriesShape(line, new Ellipse2D.Double(-4, -4, 8, 8));
    }
    return renderer;
  }
}
