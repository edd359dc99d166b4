package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.benchmarks.peer.CompilerProbe;
import dev.weft.benchmarks.peer.FabricProbe;
import dev.weft.benchmarks.peer.JucxProbe;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OverLibfabricTest {
  private static final Contender NOWHERE =
      Contender.of("weft", "between", "half", "weft@ofi:none", "0");

  @Test
  void shouldLookForTheProviderAndForThePeer() {
    Comparison first = OverLibfabric.comparisons().getFirst();
    assertEquals(
        List.of(FabricProbe.class.getName(), "ofi:tcp"), first.contenders().getFirst().probe());
    assertEquals("fi_pingpong", first.contenders().getLast().tool());
    Contender jucx = OverLibfabric.comparisons().getLast().contenders().getLast();
    assertEquals(List.of(JucxProbe.class.getName()), jucx.probe());
  }

  @Test
  void shouldCompileThePeerOfTwoThreads() {
    List<Contender> peers =
        OverLibfabric.comparisons().stream()
            .map(row -> row.contenders().getLast())
            .filter(peer -> peer.name().equals("libfabric in C, two threads"))
            .toList();
    assertEquals(4, peers.size());
    peers.forEach(
        peer -> assertEquals(List.of(CompilerProbe.class.getName()), peer.probe(), peer.name()));
    assertFalse(peers.getFirst().callsC(), "its own process does");
  }

  @Test
  void shouldLookForNothingThatIsInTheJar() {
    assertEquals(List.of(), Contender.of("weft", "between", "half", "weft", "0").probe());
  }

  @Test
  void shouldLeaveOutARowWhoseProviderIsMissing() throws InterruptedException {
    Target target = Target.timesThePeers(1.1, "ns");
    Comparison row = new Comparison("native", "half round trip", target, true, List.of(NOWHERE));
    Installed installed = new Installed();
    assertEquals(Optional.empty(), installed.only(row));
    String reason = installed.missing().iterator().next();
    assertTrue(reason.startsWith("not measured, native: exit status 1, "), reason);
  }
}
