package dev.weft.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyPlotTest {
  @TempDir private Path folder;

  @Test
  void shouldWriteAnSvgWithTheSizesAndThePercentiles() throws IOException {
    Path file = folder.resolve("plot.svg");
    LatencyPlot.write(results(), "fabric loopback", file);
    String svg = Files.readString(file);
    for (String part : List.of("<svg", "64 KiB", "99.9 %", "fabric loopback", "ping-pong")) {
      assertTrue(svg.contains(part), part);
    }
  }

  @Test
  void shouldDrawOneColouredLineForEachSize() throws IOException {
    Path file = folder.resolve("plot.png");
    LatencyPlot.write(results(), "fabric loopback", file);
    BufferedImage image = ImageIO.read(file.toFile());
    assertEquals(2800, image.getWidth());
    for (int colour : new int[] {0x1b6ca8, 0x2a9d8f}) {
      assertTrue(pixels(image, colour) > 500, Integer.toHexString(colour));
    }
    assertEquals(0, pixels(image, 0xe0a100), "a third size was not measured");
  }

  @Test
  void shouldKnowWhatItCanWrite() throws IOException {
    Files.createDirectory(folder.resolve("b.svg"));
    assertEquals("", LatencyPlot.refusal(folder.resolve("a.svg")));
    assertEquals("", LatencyPlot.refusal(folder.resolve("a.PNG")));
    assertTrue(LatencyPlot.refusal(folder.resolve("a.jpg")).contains(".svg or .png"));
    assertEquals(" is a folder", LatencyPlot.refusal(folder.resolve("b.svg")));
    assertEquals(
        " is in no folder that exists", LatencyPlot.refusal(folder.resolve("no").resolve("a.svg")));
  }

  private static List<PerfResult> results() {
    List<PerfResult> results = new ArrayList<>();
    for (PerfTest test : List.of(PerfTest.PING_PONG, PerfTest.STREAM, PerfTest.BANDWIDTH)) {
      results.add(Results.sound(test, 8));
      results.add(Results.sound(test, 65_536));
    }
    return results;
  }

  private static long pixels(BufferedImage image, int colour) {
    int[] all = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    return java.util.Arrays.stream(all).filter(pixel -> (pixel & 0xffffff) == colour).count();
  }
}
