package dev.weft.conformance;

import dev.weft.conformance.check.PeerSupply;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Every clause of the verbs API against the loopback and the shared-memory device. */
class VerbsConformanceTest {

  @TestFactory
  Stream<DynamicNode> loopbackKeepsEveryClause() {
    return ConformanceTest.everyClause(
        Vocabulary.VERBS, (clause, model) -> ConformanceKit.run("loopback", clause, model));
  }

  @TestFactory
  Stream<DynamicNode> sharedMemoryKeepsEveryClause() {
    PeerSupply peers = PeerProbe.peersOf("shm", Vocabulary.VERBS);
    ConformanceRun run = new ConformanceRun("shm", result -> {}, peers);
    return ConformanceTest.everyClause(Vocabulary.VERBS, run::judge).onClose(peers::close);
  }
}
