package dev.weft.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.perf.plan.PerfTest;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PerfJsonTest {
  private static final List<String> PROMISED =
      List.of(
          "fabric",
          "test",
          "size",
          "messages",
          "rate_per_s",
          "p50_ns",
          "p99_ns",
          "p999_ns",
          "gb_per_s",
          "alloc_bytes_per_op",
          "lost",
          "duplicated");

  @Test
  void shouldBeginWithThePromisedKeys() {
    assertEquals(PROMISED, keys(line(2_000_000)).subList(0, PROMISED.size()));
  }

  @Test
  void shouldBeOneLineWithTheValues() {
    String line = line(2_000_000);
    assertEquals(1, line.lines().count());
    assertTrue(
        line.startsWith("{\"fabric\":\"loopback\",\"test\":\"ping-pong\",\"size\":8,"), line);
    assertTrue(line.contains("\"rate_per_s\":2000000.0,"), line);
    assertTrue(line.contains("\"gb_per_s\":0.016000,"), line);
    assertTrue(line.contains("\"lost\":0,\"duplicated\":0,"), line);
  }

  @Test
  void shouldCountTheLost() {
    assertTrue(line(1_999_990).contains("\"lost\":10,"), line(1_999_990));
  }

  private static String line(long seen) {
    return PerfJson.line(Results.PLAN, Results.result(PerfTest.PING_PONG, 8, seen, 0, 0, ""));
  }

  private static List<String> keys(String line) {
    return Pattern.compile("\"(\\w+)\":")
        .matcher(line)
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }
}
