package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.lying.Fault;
import dev.weft.conformance.lying.Faults;
import dev.weft.conformance.lying.LyingProvider;
import dev.weft.fabric.info.Threading;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the kit by fault injection: each fault is caught by its clause. */
class FaultsAreCaughtTest {

  static Stream<Fault> faults() {
    return Faults.all().stream();
  }

  static Stream<String> clausesThatCatch() {
    return faults().map(Fault::caughtBy).distinct().sorted();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void shouldCatch(Fault fault) {
    try (LessPatience _ = new LessPatience()) {
      ClauseResult result = run(fault, fault.caughtBy());
      assertEquals(
          Verdict.FAILED, result.verdict(), () -> fault + " went unnoticed: " + result.reason());
    }
  }

  /** Decorators without a fault pass, so what is caught above is the fault. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("clausesThatCatch")
  void shouldPassWithoutFault(String clause) {
    ClauseResult result = run(Fault.NONE, clause);
    assertNotEquals(Verdict.FAILED, result.verdict(), result.reason());
    assertNotEquals(Verdict.SKIPPED, result.verdict(), result.reason());
  }

  private static ClauseResult run(Fault fault, String id) {
    Clause clause =
        ConformanceKit.clauses().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    return ConformanceKit.run(LyingProvider.tell(fault), clause, Threading.SAFE);
  }
}
