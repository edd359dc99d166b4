package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.lying.verbs.LyingDevices;
import dev.weft.conformance.lying.verbs.VerbsFault;
import dev.weft.conformance.lying.verbs.VerbsFaults;
import dev.weft.fabric.info.Threading;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the kit by fault injection: each fault of the verbs API is caught by its clause. */
class VerbsFaultsAreCaughtTest {

  static Stream<VerbsFault> faults() {
    return VerbsFaults.all().stream();
  }

  static Stream<String> clausesThatCatch() {
    return faults().map(VerbsFault::caughtBy).distinct().sorted();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void shouldCatch(VerbsFault fault) {
    try (LessPatience _ = new LessPatience()) {
      ClauseResult result = run(fault, fault.caughtBy());
      assertEquals(
          Verdict.FAILED, result.verdict(), () -> fault + " went unnoticed: " + result.reason());
    }
  }

  /** Proxies without a fault pass, so what is caught above is the fault. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("clausesThatCatch")
  void shouldPassWithoutFault(String clause) {
    ClauseResult result = run(VerbsFault.NONE, clause);
    assertNotEquals(Verdict.FAILED, result.verdict(), result.reason());
    assertNotEquals(Verdict.SKIPPED, result.verdict(), result.reason());
  }

  private static ClauseResult run(VerbsFault fault, String id) {
    Clause clause =
        Vocabulary.VERBS.clauses().stream()
            .filter(c -> c.id().equals(id))
            .findFirst()
            .orElseThrow();
    return ConformanceKit.run(LyingDevices.tell(fault), clause, Threading.SAFE);
  }
}
