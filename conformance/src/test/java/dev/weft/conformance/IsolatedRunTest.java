package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.PeerSupply;
import dev.weft.conformance.lying.EndingProvider;
import dev.weft.fabric.info.Threading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A check that ends or blocks its process is a verdict, and the run goes on. */
class IsolatedRunTest {
  private static final ClauseFilter FOUR =
      ClauseFilter.of("CQ-001,CQ-002,CQ-003,CQ-006").in(Threading.SAFE);

  @Test
  void shouldReportACrashAndAHangAndGoOn() throws InterruptedException {
    List<String> seen = new ArrayList<>();
    DifferentialReport report =
        ConformanceKit.compare(
            List.of("loopback", EndingProvider.NAME),
            FOUR,
            (provider, result) -> seen.add(provider + " " + result.clause().id()));
    assertEquals(8, seen.size(), seen.toString());
    List<ClauseResult> ending = report.reports().getLast().results();
    assertEquals(Verdict.PASSED, ending.get(0).verdict(), ending.toString());
    assertEquals("crashes: exit status 77: the last line of the process", ending.get(1).reason());
    assertTrue(ending.get(2).isHang(), ending.get(2).reason());
    assertEquals(Verdict.PASSED, ending.get(3).verdict(), ending.toString());
    assertTrue(report.reports().getFirst().conforms());
    requireText(report.toMarkdown());
    assertFalse(report.isAllKnown());
  }

  private static void requireText(String text) {
    assertTrue(text.contains("| CQ-002 | pass | **CRASH** |"), text);
    assertTrue(text.contains("| CQ-003 | pass | **HANG** |"), text);
    assertTrue(text.contains("| CQ-006 | pass | pass |"), text);
    assertTrue(text.contains("| ending | 2 | 0 | 0 | 0 | 1 | 1 |"), text);
    assertTrue(text.contains("| CQ-002 | safe | crash | crashes: exit status 77: the l"), text);
  }

  @Test
  void shouldSayWhichFailuresAreKnown() {
    Clause clause = ConformanceKit.clauses().getFirst();
    ClauseResult failed =
        new ClauseResult(clause, Threading.SAFE, 1, Verdict.FAILED, "seen", Duration.ZERO);
    ConformanceReport report = new ConformanceReport("some", List.of(failed));
    KnownDeviations known =
        new KnownDeviations(List.of("# comment", "", clause.id() + " | other, some | 1.17 | one"));
    DifferentialReport all = new DifferentialReport(List.of(report), known);
    assertTrue(all.isAllKnown());
    assertTrue(all.toMarkdown().contains("| seen | one |"), all.toMarkdown());
    DifferentialReport none =
        new DifferentialReport(List.of(report), new KnownDeviations(List.of()));
    assertFalse(none.isAllKnown());
    assertTrue(none.toMarkdown().contains("| seen | **new** |"), none.toMarkdown());
  }

  @Test
  void shouldKnowWhatWasSeenWithThisVersion() {
    Clause clause = ConformanceKit.clauses().getFirst();
    KnownDeviations known =
        new KnownDeviations(
            List.of(
                clause.id() + " | some | 1.17, 1.20 | of both",
                clause.id() + " | some | 2.6 | of the last"));
    assertEquals(Optional.of("of both"), known.seenWith(List.of("1.17")).of(clause, "some"));
    assertEquals(Optional.of("of both"), known.seenWith(List.of("1.20")).of(clause, "some"));
    assertEquals(Optional.of("of the last"), known.seenWith(List.of("2.6")).of(clause, "some"));
    assertEquals(Optional.empty(), known.seenWith(List.of("2.60")).of(clause, "some"));
  }

  @Test
  void shouldKnowTheDeviationsOfAllDevicesOfADriver() {
    Clause clause = ConformanceKit.clauses().getLast();
    KnownDeviations known =
        new KnownDeviations(List.of(clause.id() + " | rxe | Linux 6.1 | of the driver"));
    KnownDeviations seen = known.seenWith(List.of("1.17", "Linux 6.1"));
    assertEquals(Optional.of("of the driver"), seen.of(clause, "rxe0"));
    assertEquals(Optional.of("of the driver"), seen.of(clause, "rxe"));
    assertEquals(Optional.empty(), seen.of(clause, "rxe_0"));
    assertEquals(Optional.empty(), known.seenWith(List.of("Linux 6.12")).of(clause, "rxe0"));
  }

  @Test
  void shouldHaveOneRowForAClause() {
    List<ConformanceReport> reports = List.of(passed("one", "GI-001"), passed("two", "GI-001"));
    String text = new DifferentialReport(reports, new KnownDeviations(List.of())).toMarkdown();
    assertTrue(text.contains("| GI-001 | pass | pass |"), text);
  }

  @Test
  void shouldHaveOneRowForWhatOtherQueuePairsDid() {
    Clause clause = ConformanceKit.clauses().getLast();
    List<ClauseResult> failed =
        List.of(
            new ClauseResult(
                clause, Threading.SAFE, 1, Verdict.FAILED, "flushed, qp 17", Duration.ZERO),
            new ClauseResult(
                clause, Threading.DOMAIN, 1, Verdict.FAILED, "flushed, qp 18", Duration.ZERO));
    List<ConformanceReport> reports = List.of(new ConformanceReport("some", failed));
    String text = new DifferentialReport(reports, new KnownDeviations(List.of())).toMarkdown();
    assertTrue(text.contains(" | safe, domain | fail | flushed, qp .. |"), text);
  }

  private static ConformanceReport passed(String provider, String id) {
    Clause clause =
        ConformanceKit.clauses().stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow();
    return new ConformanceReport(
        provider,
        List.of(new ClauseResult(clause, Threading.SAFE, 1, Verdict.PASSED, "", Duration.ZERO)));
  }

  @Test
  void shouldHaveOnlyDeviationsOfClausesThatExist() {
    List<String> ids = ConformanceKit.clauses().stream().map(Clause::id).toList();
    List<String> groups = ConformanceKit.clauses().stream().map(Clause::group).toList();
    for (KnownDeviations.Deviation deviation : KnownDeviations.load().all()) {
      for (String name : deviation.clauses()) {
        assertTrue(ids.contains(name) || groups.contains(name), deviation.toString());
      }
      for (String provider : deviation.providers()) {
        assertTrue(provider.startsWith("ofi:") || provider.equals("rxe"), deviation.toString());
      }
      for (String version : deviation.versions()) {
        assertTrue(version.matches("([12]|Linux [0-9]+)\\.[0-9]+"), deviation.toString());
      }
      assertTrue(deviation.sentence().endsWith("."), deviation.toString());
    }
  }

  @Test
  void shouldTakeSignalAndPlaceFromTheReportOfTheVirtualMachine() {
    List<String> lines =
        List.of(
            "# A fatal error has been detected by the Java Runtime Environment:",
            "#",
            "#  SIGSEGV (0xb) at pc=0x00007f557ccd5f70, pid=32574, tid=866",
            "# Problematic frame:",
            "# C  [libc.so.6+0x8ff70]  pthread_spin_lock+0x0",
            "#");
    assertEquals(
        "SIGSEGV (0xb) in C [libc.so.6+0x8ff70] pthread_spin_lock+0x0", CrashText.of(134, lines));
    assertEquals("exit status 134", CrashText.of(134, List.of()));
    assertEquals("exit status 134: abort()", CrashText.of(134, List.of("abort()", "")));
  }

  @Test
  void shouldNeedTheProgressOfTheReceiverOnlyHere() {
    for (String provider : List.of("loopback", "shm")) {
      try (PeerSupply peers = PeerProbe.peersOf(provider, Vocabulary.FABRIC)) {
        assertFalse(peers.needsProgressOfPeers(), provider);
      }
    }
  }
}
