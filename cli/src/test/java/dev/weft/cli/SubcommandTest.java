package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;

class SubcommandTest {
  private static final Set<String> ALL =
      Stream.of(Subcommand.values()).map(Subcommand::word).collect(Collectors.toSet());

  @ParameterizedTest
  @EnumSource
  void shouldHaveTheNameOfItsCommand(Subcommand subcommand) {
    assertEquals(subcommand.word(), subcommand.type().getAnnotation(Command.class).name());
  }

  @ParameterizedTest
  @ValueSource(strings = {"perf --help", "info", "verbs info", "top 1"})
  void shouldBeTheOnlyOneWhereItIsNamedFirst(String line) {
    List<String> words = List.of(line.split(" "));
    assertEquals(Set.of(words.getFirst()), added(line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "--help", "--verbose info", "inf", "man", "completion", "help", "INFO"})
  void shouldBeAddedWithAllOthersElsewhere(String line) {
    assertEquals(ALL, added(line));
  }

  @Test
  void shouldAllBeNamedWhereThereIsNoSuchCommand() {
    CommandRun run = CommandRun.of("inf");
    assertEquals(2, run.status());
    assertEquals(Set.of(), missingFrom(run.errors()));
  }

  private static Set<String> missingFrom(String text) {
    return ALL.stream().filter(each -> !text.contains(each)).collect(Collectors.toSet());
  }

  private static Set<String> added(String line) {
    return Main.commandLine(line.split(" ")).getSubcommands().keySet();
  }
}
