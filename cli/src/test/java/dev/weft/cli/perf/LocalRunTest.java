package dev.weft.cli.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.perf.plan.BufferMemory;
import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.plan.WaitMode;
import dev.weft.cli.perf.port.TestFabric;
import dev.weft.cli.perf.traffic.Payload;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LocalRunTest {
  private static final Duration SHORT = Duration.ofMillis(30);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(WaitMode.class)
  void shouldFindLoopbackSoundHoweverItWaits(WaitMode waitMode) {
    PerfPlan plan = plan(waitMode, PerfPlan.PATIENCE, null);
    List<PerfResult> results = run(plan);
    assertEquals(plan.rows(), results.size());
    for (PerfResult result : results) {
      assertTrue(result.isSound(), result.toString());
      assertTrue(result.traffic().messages() > 0, result.toString());
      assertEquals(result.traffic().messages() * result.size(), result.traffic().bytes(), "bytes");
    }
  }

  @Test
  void shouldCarryAFileWhole() throws IOException {
    byte[] bytes = new byte[100_001];
    new Random(5).nextBytes(bytes);
    Path file = Files.write(folder.resolve("payload"), bytes);
    for (PerfResult result : run(plan(WaitMode.SPIN, PerfPlan.PATIENCE, file))) {
      assertTrue(result.isSound(), result.toString());
      assertEquals(bytes.length, result.traffic().bytes());
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldReportALostCompletion(WaitMode waitMode) {
    PerfResult result = lied(LyingFabric.Lie.LOSES, PerfTest.STREAM, waitMode);
    assertTrue(result.completions().lost() > 0, result.toString());
    assertTrue(result.failure().contains("Nothing completed"), result.failure());
    assertFalse(result.isSound());
  }

  @Test
  void shouldReportADuplicatedCompletion() {
    PerfResult result = lied(LyingFabric.Lie.DUPLICATES);
    assertEquals(1, result.completions().duplicated(), result.toString());
    assertFalse(result.isSound());
  }

  @Test
  void shouldReportACorruptMessage() {
    PerfResult result = lied(LyingFabric.Lie.CORRUPTS);
    assertTrue(result.traffic().corrupt() > 0, result.toString());
    assertEquals(0, result.completions().lost());
    assertFalse(result.isSound());
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITE", "READ", "FETCH_ADD", "COMPARE_SWAP"})
  void shouldReportCorruptMemory(PerfTest test) {
    PerfResult result = lied(LyingFabric.Lie.CORRUPTS, test);
    assertTrue(result.traffic().corrupt() > 0, result.toString());
    assertFalse(result.isSound());
  }

  private static PerfResult lied(LyingFabric.Lie lie) {
    return lied(lie, PerfTest.STREAM);
  }

  private static PerfResult lied(LyingFabric.Lie lie, PerfTest test) {
    return lied(lie, test, WaitMode.SPIN);
  }

  private static PerfResult lied(LyingFabric.Lie lie, PerfTest test, WaitMode waitMode) {
    PerfPlan plan = plan(waitMode, Duration.ofMillis(500), null);
    FabricInfo info = Fabrics.getInfo(plan.hints()).getFirst();
    try (Fabric fabric = Fabrics.open(info)) {
      TestFabric hostile = new TestFabric.OfFabric(LyingFabric.around(fabric, lie), info);
      TestCase row =
          TestCase.of(plan, hostile.operations(), test, test.isAtomic() ? 8 : 64)
              .lasting(Duration.ofMillis(300));
      Payload payload = PerfRun.arriving(row);
      try (LocalRun localRun = new LocalRun(hostile, row, payload, payload)) {
        return localRun.run(0);
      }
    }
  }

  private static List<PerfResult> run(PerfPlan plan) {
    List<PerfTest> started = new ArrayList<>();
    List<PerfResult> finished = new ArrayList<>();
    List<PerfResult> results =
        new PerfRun(
                plan,
                new PerfRun.Listener() {
                  @Override
                  public void started(PerfPlan measured, PerfTest test, int size) {
                    started.add(test);
                  }

                  @Override
                  public void finished(PerfPlan measured, PerfResult result) {
                    finished.add(result);
                  }
                })
            .run();
    assertEquals(results, finished);
    assertEquals(results.size(), started.size());
    return results;
  }

  private static PerfPlan plan(WaitMode waitMode, Duration patience, Path payload) {
    return new PerfPlan(
        "loopback",
        waitMode,
        false,
        Threading.SAFE,
        BufferMemory.SHARED,
        payload == null
            ? Arrays.stream(PerfTest.values()).filter(test -> test != PerfTest.FILE).toList()
            : List.of(PerfTest.FILE),
        List.of(8, 100_000),
        SHORT,
        patience,
        payload);
  }
}
