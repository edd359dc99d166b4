package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weft.fabric.Threading;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every clause against the loopback provider, as part of the build. */
class ConformanceTest {

  @TestFactory
  Stream<DynamicNode> loopbackKeepsEveryClause() {
    return ConformanceKit.clauses().stream()
        .map(
            clause ->
                dynamicContainer(
                    clause.id() + " " + clause.sentence(),
                    clause.threadings().stream().sorted().map(model -> test(clause, model))));
  }

  private static DynamicTest test(Clause clause, Threading threading) {
    return dynamicTest(
        clause.id() + " " + threading,
        () -> {
          ClauseResult result = ConformanceKit.run("loopback", clause, threading);
          assumeFalse(result.verdict() == Verdict.SKIPPED, result.reason());
          assertNotEquals(
              Verdict.FAILED, result.verdict(), result.reason() + "; look at " + clause.advice());
        });
  }
}
