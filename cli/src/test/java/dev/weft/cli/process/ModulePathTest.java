package dev.weft.cli.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Child processes get on their class path what this process has on its module path. */
class ModulePathTest {
  @TempDir private Path folder;

  @Test
  void shouldNameTheJarsOfAFolder() throws IOException {
    Path one = Files.createFile(folder.resolve("a.jar"));
    Path other = Files.createFile(folder.resolve("b.jar"));
    Files.createFile(folder.resolve("c.txt"));
    assertEquals(
        List.of(one.toString(), other.toString()), WeftProcess.onClassPath(folder).toList());
  }

  @Test
  void shouldLeaveClassesAndJarsAsTheyAre() throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Path jar = Files.createFile(folder.resolve("a.jar"));
    assertEquals(List.of(classes.toString()), WeftProcess.onClassPath(classes).toList());
    assertEquals(List.of(jar.toString()), WeftProcess.onClassPath(jar).toList());
  }
}
