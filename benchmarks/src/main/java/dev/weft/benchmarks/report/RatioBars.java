package dev.weft.benchmarks.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.chart.renderer.category.StackedBarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;

/** The ratios of rows to their best peers: a horizontal bar for each, with its target marked. */
final class RatioBars {
  private static final int FRAME_HEIGHT = 130;
  private static final int BAR_HEIGHT = 28;
  private static final List<String> VERDICTS = List.of("met", "not met", "UNEQUAL");
  private static final List<Color> COLOURS =
      List.of(new Color(0x2a9d8f), new Color(0xe76f51), new Color(0xb9bec5));

  private final DefaultCategoryDataset ratios = new DefaultCategoryDataset();
  private final DefaultCategoryDataset targets = new DefaultCategoryDataset();

  RatioBars(List<Row> rows) {
    for (Row row : rows) {
      String title = title(row);
      VERDICTS.forEach(verdict -> ratios.addValue(null, verdict, title));
      ratios.addValue(row.ratio(), verdict(row), title);
      targets.addValue(row.target().ofRatio() ? row.target().value() : null, "target", title);
    }
  }

  private static String title(Row row) {
    String better = row.target().moreIsBetter() ? " \u2191" : " \u2193";
    return row.section() + ": " + row.name() + better;
  }

  private static String verdict(Row row) {
    return row.unequal() ? "UNEQUAL" : row.met() ? "met" : "not met";
  }

  static int height(List<Row> rows) {
    return FRAME_HEIGHT + BAR_HEIGHT * rows.size();
  }

  CategoryPlot plot() {
    CategoryAxis names = new CategoryAxis();
    names.setMaximumCategoryLabelWidthRatio(0.5f);
    ResultPlot.style(names);
    NumberAxis axis = new NumberAxis("ours / best peer (\u2191 more is better, \u2193 less)");
    axis.setNumberFormatOverride(ResultPlot.format("0.##"));
    ResultPlot.style(axis);
    CategoryPlot plot = new CategoryPlot(ratios, names, axis, bars());
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setDataset(1, targets);
    plot.setRenderer(1, marks());
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    return plot;
  }

  private static StackedBarRenderer bars() {
    StackedBarRenderer bars = new StackedBarRenderer();
    bars.setBarPainter(new StandardBarPainter());
    bars.setShadowVisible(false);
    bars.setMaximumBarWidth(1);
    for (int verdict = 0; verdict < VERDICTS.size(); verdict++) {
      bars.setSeriesPaint(verdict, COLOURS.get(verdict));
    }
    bars.setDefaultItemLabelGenerator(
        new StandardCategoryItemLabelGenerator("{2}", ResultPlot.format("0.00")));
    bars.setDefaultItemLabelFont(ResultPlot.font(Font.PLAIN, 12));
    bars.setDefaultItemLabelsVisible(true);
    return bars;
  }

  private static LineAndShapeRenderer marks() {
    LineAndShapeRenderer marks = new LineAndShapeRenderer(false, true);
    marks.setSeriesShape(0, new Rectangle2D.Double(-1.5, -11, 3, 22));
    marks.setSeriesPaint(0, Color.BLACK);
    return marks;
  }
}
