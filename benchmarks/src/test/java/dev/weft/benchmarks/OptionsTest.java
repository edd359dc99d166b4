package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

class OptionsTest {
  private static final Set<String> KNOWN = Set.of("ring", "shm");

  @Test
  void shouldMeasureEverythingWithoutNames() {
    assertEquals(KNOWN, Options.parse(KNOWN, "--quick").names);
    assertEquals(Set.of("shm"), Options.parse(KNOWN, "shm", "--json").names);
  }

  @Test
  void shouldTakeTwoFilesToCompare() {
    Options options = Options.parse(KNOWN, "--compare", "old.json", "new.json");
    assertEquals(List.of(Path.of("old.json"), Path.of("new.json")), options.compare);
    assertThrows(ParameterException.class, () -> Options.parse(KNOWN, "--compare", "old.json"));
  }

  @Test
  void shouldSayWhichNamesThereAre() {
    ParameterException thrown =
        assertThrows(ParameterException.class, () -> Options.parse(KNOWN, "ring", "poll"));
    assertTrue(thrown.getMessage().startsWith("unknown [poll], allowed ["), thrown.getMessage());
  }
}
