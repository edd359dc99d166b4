package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.PeerSupply;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.process.PeerProcess;
import dev.weft.fabric.info.Threading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every clause against the shared-memory provider, with one peer in another process. */
class ConformanceAcrossProcessesTest {
  private static PeerSupply peers;

  @BeforeAll
  static void findPeer() {
    peers = PeerProbe.peersOf("shm", Vocabulary.FABRIC);
  }

  @AfterAll
  static void endPeer() {
    peers.close();
  }

  @TestFactory
  Stream<DynamicNode> sharedMemoryKeepsEveryClause() {
    ConformanceRun run = new ConformanceRun("shm", result -> {}, peers);
    return ConformanceTest.everyClause(Vocabulary.FABRIC, run::judge);
  }

  @Test
  void shouldHaveOnePeerInAnotherProcess() {
    requireKept(judge(trial -> Bench.on(trial).open().deliver(1)));
  }

  private static void requireKept(ClauseResult result) {
    assertEquals(Verdict.PASSED, result.verdict(), result.reason());
    assertEquals(2, result.processes());
  }

  @Test
  void shouldFindOutThatLoopbackReachesNoOtherProcess() {
    try (PeerSupply none = PeerProbe.peersOf("loopback", Vocabulary.FABRIC)) {
      assertFalse(none.isReachable());
    }
  }

  @Test
  void shouldFailAClauseWhosePeerIsKilledAndGoOnWithANewOne() {
    ClauseResult killed =
        judge(
            trial -> {
              Bench bench = Bench.on(trial).open();
              trial.peerProcess().handle().destroyForcibly();
              while (true) {
                bench.deliver(1);
                bench.receiver().receive().drain(1);
              }
            });
    assertEquals(Verdict.FAILED, killed.verdict());
    assertTrue(killed.reason().startsWith("the peer process ended in the"), killed.reason());
    assertTrue(killed.reason().endsWith("exit status 137"), killed.reason());
    requireKept(judge(trial -> Bench.on(trial).open().deliver(1)));
  }

  @Test
  void shouldLeaveNoPeerBehindWhenTheKitIsKilled() throws Exception {
    Process kit =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--class-path",
                System.getProperty("java.class.path"),
                KitToKill.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var said = kit.inputReader()) {
      ProcessHandle peer = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
      assertTrue(peer.isAlive());
      kit.destroyForcibly();
      peer.onExit().get(300, TimeUnit.SECONDS);
    } finally {
      kit.destroyForcibly();
    }
  }

  /** A run of the kit with a peer process that never ends by itself. */
  static final class KitToKill {
    private KitToKill() {}

    /** Prints the peer's process number. */
    @SuppressWarnings("InfiniteLoop")
    public static void main(String[] arguments) throws IOException, InterruptedException {
      try (PeerProcess peer = PeerProcess.start()) {
        System.out.println(peer.handle().pid());
        Thread.sleep(Duration.ofMinutes(1));
      }
    }
  }

  private static ClauseResult judge(Clause.Body body) {
    Clause clause =
        Clause.clause("XX-001", Level.REQUIRED, "nowhere")
            .says("sentence")
            .lookAt("advice")
            .check(body);
    return new ConformanceRun("shm", result -> {}, peers).judge(clause, Threading.SAFE);
  }
}
