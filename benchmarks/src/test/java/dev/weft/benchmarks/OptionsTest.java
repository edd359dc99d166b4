package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParameterException;

class OptionsTest {
  private static final Set<String> KNOWN = Set.of("ring", "shm");

  @TempDir private Path folder;

  @Test
  void shouldMeasureEverythingWithoutNames() {
    assertEquals(KNOWN, Options.parse(KNOWN, "--quick").names);
    assertEquals(Set.of("shm"), Options.parse(KNOWN, "shm", "--json").names);
  }

  @Test
  void shouldTakeTwoFilesToCompare() throws IOException {
    Path old = Files.createFile(folder.resolve("old.json"));
    Path now = Files.createFile(folder.resolve("new.json"));
    Options options = Options.parse(KNOWN, "--compare", old.toString(), now.toString());
    assertEquals(List.of(old, now), options.compare);
    assertEquals("--compare: no.json cannot be read", refusal("--compare", "no.json", "no.json"));
    assertTrue(refusal("--compare", old.toString()).contains("--compare"));
  }

  @Test
  void shouldPlotIntoAnSvgFile() {
    Path plot = folder.resolve("plot.svg");
    assertEquals(plot, Options.parse(KNOWN, "--plot", plot.toString()).plot);
    assertEquals(
        "--plot=plot.png, allowed are names that end in .svg", refusal("--plot", "plot.png"));
  }

  @Test
  void shouldSayWhichNamesThereAre() {
    String refusal = refusal("ring", "poll");
    assertTrue(refusal.startsWith("unknown [poll], allowed ["), refusal);
  }

  private static String refusal(String... arguments) {
    return assertThrows(ParameterException.class, () -> Options.parse(KNOWN, arguments))
        .getMessage();
  }
}
