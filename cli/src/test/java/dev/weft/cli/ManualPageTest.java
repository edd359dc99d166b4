package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class ManualPageTest {
  private final String page = print();

  private static String print() {
    CommandRun run = CommandRun.of("man");
    assertEquals(0, run.status(), run.errors());
    return run.output();
  }

  /** Each option stands in the part of the page that is about its command. */
  @Test
  void shouldHaveEveryCommandWithItsOptions() {
    List<CommandLine> commands = new ArrayList<>();
    collect(Main.commandLine(), commands);
    assertTrue(commands.size() > 8, commands::toString);
    for (CommandLine command : commands) {
      String part = part(command);
      for (OptionSpec option : command.getCommandSpec().options()) {
        assertEquals(
            !option.hidden() && !option.inherited(),
            part.contains(bold(option)),
            () -> option + " in " + part);
      }
    }
  }

  private static void collect(CommandLine command, List<CommandLine> all) {
    all.add(command);
    command.getSubcommands().values().forEach(child -> collect(child, all));
  }

  /** From the heading of a command to the next heading. */
  private String part(CommandLine command) {
    boolean root = command.getParent() == null;
    String name = command.getCommandSpec().qualifiedName();
    String heading = root ? ".SH \"OPTIONS\"\n" : ".SS \"" + name + " ";
    int start = page.indexOf(heading);
    assertTrue(start >= 0, () -> heading + " in " + page);
    String rest = page.substring(start + heading.length());
    return rest.split("(?m)^\\.S[HS]", 2)[0];
  }

  private static String bold(OptionSpec option) {
    return "\\fB" + option.names()[0].replace("-", "\\-");
  }

  @Test
  void shouldLeaveNothingOfTheNotationOfHelp() {
    assertFalse(page.contains("%n"), page);
    assertFalse(page.contains("${"), page);
    assertFalse(page.contains("@|"), page);
    assertTrue(page.contains("How threads wait. Default: spin."), page);
    assertTrue(page.startsWith(".TH \"weft\" 1 \"\" \"weft "), page);
  }

  @Test
  void shouldBeRenderedWithoutWarning(@TempDir Path folder) throws Exception {
    assumeTrue(isInPath("groff"), "groff is not installed");
    Path file = Files.writeString(folder.resolve("weft.1"), page);
    Path text = folder.resolve("text");
    Process groff =
        new ProcessBuilder("groff", "-man", "-ww", "-Tutf8", "-P-cbou", file.toString())
            .redirectOutput(text.toFile())
            .start();
    byte[] warnings = groff.getErrorStream().readAllBytes();
    assertEquals(0, groff.waitFor());
    assertEquals("", new String(warnings, StandardCharsets.UTF_8));
    String rendered = Files.readString(text);
    assertTrue(rendered.contains("--shm-folder=DIR"), rendered);
    assertTrue(rendered.contains("weft verbs info -v -d shm0      every attribute"), rendered);
  }

  private static boolean isInPath(String program) throws IOException {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
