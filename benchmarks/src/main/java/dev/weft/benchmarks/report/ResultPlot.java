package dev.weft.benchmarks.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.svg.SVGGraphics2D;

/** Draws the rows: ratios to the best peers as bars, growing costs as lines. */
public final class ResultPlot {
  private static final int WIDTH = 1400;
  private static final int TITLE_HEIGHT = 76;
  private static final Color INK = new Color(0x2b2f36);

  /** A chart and its height. */
  private record Panel(JFreeChart chart, int height) {}

  private ResultPlot() {}

  /**
   * Writes an SVG file.
   *
   * @param machine the machine, below the title
   */
  public static void write(List<Row> rows, String machine, Path file) throws IOException {
    System.setProperty("java.awt.headless", "true");
    List<Panel> panels = panels(rows);
    int height = TITLE_HEIGHT + panels.stream().mapToInt(Panel::height).sum();
    SVGGraphics2D graphics = new SVGGraphics2D(WIDTH, height);
    drawTitle(graphics, machine, height);
    int top = TITLE_HEIGHT;
    for (Panel panel : panels) {
      panel.chart.draw(graphics, new Rectangle2D.Double(0, top, WIDTH, panel.height));
      top += panel.height;
    }
    Files.writeString(file, graphics.getSVGDocument());
  }

  private static List<Panel> panels(List<Row> rows) {
    List<Panel> panels = new ArrayList<>();
    List<Row> ratios = rows.stream().filter(row -> row.ratio() != null).toList();
    if (!ratios.isEmpty()) {
      Plot bars = new RatioBars(ratios).plot();
      panels.add(new Panel(chart("ratio to the best peer", bars), RatioBars.height(ratios)));
    }
    List<Row> growths = rows.stream().filter(row -> row.growth() != null).toList();
    if (!growths.isEmpty()) {
      Plot lines = new GrowthLines(growths).plot();
      panels.add(new Panel(chart("cost by the number of members", lines), GrowthLines.HEIGHT));
    }
    return panels;
  }

  private static void drawTitle(SVGGraphics2D graphics, String machine, int height) {
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, WIDTH, height);
    graphics.setColor(INK);
    graphics.setFont(font(Font.BOLD, 22));
    graphics.drawString("Weft benchmarks", 24, 36);
    graphics.setFont(font(Font.PLAIN, 14));
    graphics.drawString(machine, 24, 60);
  }

  private static JFreeChart chart(String title, Plot plot) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    JFreeChart chart = new JFreeChart(title, font(Font.BOLD, 16), plot, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(10, 16, 10, 56));
    chart.getTitle().setPaint(INK);
    chart.getLegend().setItemFont(font(Font.PLAIN, 14));
    chart.getLegend().setItemPaint(INK);
    chart.getLegend().setFrame(BlockBorder.NONE);
    return chart;
  }

  static void style(Axis axis) {
    axis.setLabelFont(font(Font.PLAIN, 14));
    axis.setTickLabelFont(font(Font.PLAIN, 13));
    axis.setLabelPaint(INK);
    axis.setTickLabelPaint(INK);
    axis.setAxisLinePaint(INK);
  }

  static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  static DecimalFormat format(String pattern) {
    return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
  }
}
