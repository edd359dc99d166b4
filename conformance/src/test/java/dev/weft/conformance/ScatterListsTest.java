package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.frames.FramesProvider;
import dev.weft.fabric.info.Threading;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the clauses about lists of buffers on wires that the kit does not use: shared memory within
 * one process, and endpoints that exchange frames only. Many more lists are checked with {@code
 * -Dweft.scatter.programs=N}, others with {@code -Dweft.scatter.seed=S}.
 */
class ScatterListsTest {

  static Stream<Arguments> runs() {
    return Stream.of(
        Arguments.of("VE-15A", "shm"),
        Arguments.of("VE-15B", "shm"),
        Arguments.of("EP-025A", "shm"),
        Arguments.of("EP-025A", FramesProvider.NAME));
  }

  @ParameterizedTest(name = "{0} over {1}")
  @MethodSource("runs")
  void shouldMoveTheBytesOfListsAndNoOther(String id, String provider) {
    Clause clause =
        ConformanceKit.clauses().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    ClauseResult result = ConformanceKit.run(provider, clause, Threading.SAFE);
    assertEquals(Verdict.PASSED, result.verdict(), result::reason);
  }
}
