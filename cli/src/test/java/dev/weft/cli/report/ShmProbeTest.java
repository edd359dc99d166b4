package dev.weft.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.process.ShmFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShmProbeTest {
  private final String before = System.getProperty(ShmFolder.PROPERTY);

  @TempDir private Path folder;

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(ShmFolder.PROPERTY);
    } else {
      System.setProperty(ShmFolder.PROPERTY, before);
    }
  }

  @Test
  void shouldNameAFolderThatWorksAndLeaveNothingInIt() throws Exception {
    assertEquals(
        "shm keeps its files in " + folder + ", usable", verdict(folder).replaceAll("\\s+", " "));
    try (var files = Files.list(folder)) {
      assertEquals(0, files.count());
    }
  }

  @Test
  void shouldSayWhyAFolderDoesNot() {
    String verdict = verdict(folder.resolve("missing"));
    assertTrue(verdict.contains("NOT usable"), verdict);
    assertTrue(verdict.contains("is no folder"), verdict);
    assertFalse(verdict.lines().anyMatch(line -> line.length() > 120), verdict);
  }

  @Test
  void shouldSayWhyLongMessagesAreCopiedTwice() {
    assertEquals(
        "shm copies long messages of ordinary memory twice, through a ring: one copy is off;"
            + " type JDK_JAVA_OPTIONS=-Ddev.weft.shm.read=true",
        ShmProbe.copies().replaceAll("\\s+", " "));
  }

  private static String verdict(Path base) {
    System.setProperty(ShmFolder.PROPERTY, base.toString());
    return ShmProbe.sentence(ShmProbe.failure());
  }
}
