package dev.weft.cli.report;

import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.HdrHistogram.Histogram;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.svg.SVGGraphics2D;

/**
 * Draws the latency distribution: one panel per fabric and test, one line per message size.
 *
 * <p>The horizontal axis gives each further nine of the percentile the same room; the vertical one
 * is logarithmic.
 */
public final class LatencyPlot {
  private static final int WIDTH = 1400;
  private static final int PANEL_HEIGHT = 470;

  /** Part of an axis left free after the largest value, so that no line touches the edge. */
  private static final double MARGIN = 0.06;

  private static final int TITLE_HEIGHT = 76;
  private static final Color INK = new Color(0x2b2f36);
  private static final Color FAINT = new Color(0xe3e6ea);
  private static final Color[] LINES = {
    new Color(0x1b6ca8), new Color(0x2a9d8f), new Color(0xe0a100), new Color(0xe76f51),
    new Color(0x8e3b8a), new Color(0x6b705c), new Color(0x3a86ff), new Color(0xb00020)
  };

  private final List<PerfResult> results;
  private final String subtitle;
  private final List<Panel> panels;

  /** Identifies one panel. */
  private record Panel(String fabric, PerfTest test) {
    static Panel of(PerfResult result) {
      return new Panel(result.fabric(), result.test());
    }
  }

  private LatencyPlot(List<PerfResult> results, String subtitle) {
    this.results =
        results.stream().filter(r -> r.traffic().latencies().getTotalCount() > 0).toList();
    this.subtitle = subtitle;
    this.panels = this.results.stream().map(Panel::of).distinct().toList();
  }

  /** Why this file cannot be written, as far as can be checked before; empty if it can. */
  public static String refusal(Path file) {
    return isSvg(file) || name(file).endsWith(".png")
        ? OutputFile.refusal(file)
        : ", allowed are names that end in .svg or .png";
  }

  /**
   * Draws the results.
   *
   * @param subtitle fabric, wait and machine
   * @param file ends in {@code .svg} or {@code .png}
   */
  public static void write(List<PerfResult> results, String subtitle, Path file)
      throws IOException {
    System.setProperty("java.awt.headless", "true");
    LatencyPlot plot = new LatencyPlot(results, subtitle);
    if (isSvg(file)) {
      plot.writeSvg(file);
    } else {
      plot.writePng(file);
    }
  }

  private static boolean isSvg(Path file) {
    return name(file).endsWith(".svg");
  }

  private static String name(Path file) {
    return file.toString().toLowerCase(Locale.ROOT);
  }

  private void writeSvg(Path file) throws IOException {
    SVGGraphics2D graphics = new SVGGraphics2D(WIDTH, height());
    draw(graphics);
    OutputFile.write(file, graphics.getSVGDocument());
  }

  private void writePng(Path file) throws IOException {
    BufferedImage image = new BufferedImage(2 * WIDTH, 2 * height(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.scale(2, 2);
    draw(graphics);
    graphics.dispose();
    ImageIO.write(image, "png", file.toFile());
  }

  private int columns() {
    return panels.size() > 1 ? 2 : 1;
  }

  private int height() {
    int rows = Math.max(1, (panels.size() + columns() - 1) / columns());
    return TITLE_HEIGHT + rows * PANEL_HEIGHT;
  }

  private void draw(Graphics2D graphics) {
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, WIDTH, height());
    graphics.setColor(INK);
    graphics.setFont(font(Font.BOLD, 22));
    graphics.drawString("weft perf: latency distribution", 24, 36);
    graphics.setFont(font(Font.PLAIN, 14));
    graphics.drawString(subtitle, 24, 60);
    double panelWidth = (double) WIDTH / columns();
    for (int index = 0; index < panels.size(); index++) {
      int column = index % columns();
      int row = index / columns();
      chart(panels.get(index))
          .draw(
              graphics,
              new Rectangle2D.Double(
                  column * panelWidth,
                  TITLE_HEIGHT + (double) row * PANEL_HEIGHT,
                  panelWidth,
                  PANEL_HEIGHT));
    }
  }

  private JFreeChart chart(Panel panel) {
    XYSeriesCollection lines = new XYSeriesCollection();
    results.stream()
        .filter(result -> Panel.of(result).equals(panel))
        .map(LatencyPlot::line)
        .forEach(lines::addSeries);
    XYPlot plot = new XYPlot(lines, percentileAxis(), latencyAxis(), renderer());
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinePaint(FAINT);
    plot.setRangeGridlinePaint(FAINT);
    plot.setDomainGridlineStroke(new BasicStroke(1f));
    plot.setRangeGridlineStroke(new BasicStroke(1f));
    JFreeChart chart =
        new JFreeChart(panel.fabric + ", " + title(panel), font(Font.BOLD, 16), plot, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(10, 16, 10, 56));
    chart.getTitle().setPaint(INK);
    chart.getLegend().setItemFont(font(Font.PLAIN, 14));
    chart.getLegend().setItemPaint(INK);
    chart.getLegend().setFrame(BlockBorder.NONE);
    return chart;
  }

  private static String title(Panel panel) {
    return panel.test.label(panel.fabric).strip() + span(panel.test);
  }

  private static String span(PerfTest test) {
    return switch (test) {
      case PING_PONG, ONE_THREAD -> ": half of the round trip";
      case STREAM, BANDWIDTH, FILE -> ": from the send to the completion of its receive";
      case WRITE, READ, FETCH_ADD, COMPARE_SWAP -> ": from the post to its own completion";
    };
  }

  /** One point per percentile step, up to the last step with a distinct value. */
  private static XYSeries line(PerfResult result) {
    Histogram latencies = result.traffic().latencies();
    XYSeries line = new XYSeries(Quantity.bytes(result.size()), false);
    double end = Math.log10((double) latencies.getTotalCount());
    for (double nines = 0; nines < end; nines += 0.02) {
      double percentile = 100 - 100 * Math.pow(10, -nines);
      line.add(nines, (double) Math.max(1, latencies.getValueAtPercentile(percentile)));
    }
    line.add(end, (double) Math.max(1, latencies.getMaxValue()));
    return line;
  }

  private static NumberAxis percentileAxis() {
    NumberAxis axis = new NumberAxis("percentile");
    axis.setTickUnit(new NumberTickUnit(1, AxisFormat.percentiles()));
    style(axis);
    return axis;
  }

  private static LogAxis latencyAxis() {
    LogAxis axis = new LogAxis("latency");
    axis.setTickUnit(new NumberTickUnit(1));
    axis.setNumberFormatOverride(AxisFormat.nanos());
    axis.setSmallestValue(1);
    style(axis);
    return axis;
  }

  private static void style(ValueAxis axis) {
    axis.setUpperMargin(MARGIN);
    axis.setLabelFont(font(Font.PLAIN, 14));
    axis.setTickLabelFont(font(Font.PLAIN, 13));
    axis.setLabelPaint(INK);
    axis.setTickLabelPaint(INK);
    axis.setAxisLinePaint(INK);
  }

  private static XYLineAndShapeRenderer renderer() {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true);
    for (int line = 0; line < LINES.length; line++) {
      renderer.setSeriesPaint(line, LINES[line]);
      renderer.setSeriesStroke(line, new BasicStroke(2.2f));
    }
    renderer.setLegendLine(new Line2D.Double(-9, 0, 9, 0));
    return renderer;
  }

  private static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }
}
