package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.fabric.info.Threading;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Every clause against the loopback provider, as part of the build. */
class ConformanceTest {
  private static final Set<Level> FREEDOMS = EnumSet.of(Level.PERMITTED, Level.UNSTATED);

  @TestFactory
  Stream<DynamicNode> loopbackKeepsEveryClause() {
    return everyClause(
        Vocabulary.FABRIC, (clause, model) -> ConformanceKit.run("loopback", clause, model));
  }

  /** A test for each clause in each threading model. */
  static Stream<DynamicNode> everyClause(
      Vocabulary vocabulary, BiFunction<Clause, Threading, ClauseResult> judge) {
    return vocabulary.clauses().stream()
        .map(
            clause ->
                dynamicContainer(
                    clause.id() + " " + clause.sentence(),
                    clause.threadings().stream()
                        .sorted()
                        .map(
                            model ->
                                dynamicTest(
                                    clause.id() + " " + model,
                                    () -> requireKept(judge.apply(clause, model))))));
  }

  private static void requireKept(ClauseResult result) {
    assumeFalse(result.verdict() == Verdict.SKIPPED, result.reason());
    assertNotEquals(
        Verdict.FAILED,
        result.verdict(),
        result.reason() + "; look at " + result.clause().advice());
    assertFalse(
        FREEDOMS.contains(result.clause().level()) && result.verdict() == Verdict.PASSED,
        "the specification leaves a freedom here, and the clause does not say what was chosen");
  }
}
