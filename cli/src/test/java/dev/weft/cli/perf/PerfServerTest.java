package dev.weft.cli.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.perf.machine.JitCompiler;
import dev.weft.cli.perf.plan.BufferMemory;
import dev.weft.cli.perf.plan.EndpointAddress;
import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.plan.WaitMode;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Server and client talk over shm as two processes do; here they are two threads. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class PerfServerTest {
  private static final PerfRun.Listener NOBODY =
      new PerfRun.Listener() {
        @Override
        public void started(PerfPlan plan, PerfTest test, int size) {}

        @Override
        public void finished(PerfPlan plan, PerfResult result) {}
      };

  private final String address = "shm://shm/test-" + ProcessHandle.current().pid();
  private final List<String> said = Collections.synchronizedList(new ArrayList<>());
  private final List<Boolean> good = Collections.synchronizedList(new ArrayList<>());
  private PerfServer server;
  private Thread serving;

  @TempDir private Path folder;

  @BeforeEach
  void serve() {
    server = PerfServer.at(shm(address), "shm", said::add);
    serving = Thread.ofPlatform().start(this::serveOnce);
  }

  private void serveOnce() {
    try {
      good.add(server.serve(true));
    } catch (PerfFailure interrupted) {
      good.add(false);
    }
    server.close();
  }

  @AfterEach
  void stop() throws InterruptedException {
    serving.interrupt();
    serving.join();
  }

  @ParameterizedTest
  @EnumSource
  void shouldMeasureWithTheServerAndSayGoodbye(BufferMemory memory) throws InterruptedException {
    List<PerfResult> results = run(plan(WaitMode.PARK, memory, null));
    serving.join();
    assertEquals(6, results.size());
    for (PerfResult result : results) {
      assertTrue(result.isSound(), result.toString());
      assertEquals("shm", result.fabric());
      assertTrue(result.traffic().messages() > 0, result.toString());
      assertTrue(result.traffic().latencies().getTotalCount() > 0, result.toString());
    }
    assertEquals(List.of(true), good, said::toString);
    assertTrue(said.getLast().contains("all sound"), said.toString());
  }

  @Test
  void shouldCarryAFileWhole() throws IOException {
    byte[] bytes = new byte[100_001];
    new Random(5).nextBytes(bytes);
    Path file = Files.write(folder.resolve("payload"), bytes);
    for (PerfResult result : run(plan(WaitMode.SPIN, file))) {
      assertTrue(result.isSound(), result.toString());
      assertEquals(bytes.length, result.traffic().bytes());
      assertEquals(64, result.digests().arrived().length());
    }
  }

  @Test
  void shouldSayThatThereIsNoServer() {
    NoServer nobody =
        assertThrows(
            NoServer.class,
            () -> PerfClient.call(plan(WaitMode.SPIN, null), shm(address + "-not")).close());
    assertTrue(nobody.getMessage().contains(address + "-not"), nobody.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"shm://", "shm://shm", "shm://other/anna", "loopback://a/b", "::://"})
  void shouldSayThatAnAddressIsNone(String none) {
    NoServer wrong =
        assertThrows(
            NoServer.class, () -> PerfClient.call(plan(WaitMode.SPIN, null), shm(none)).close());
    assertTrue(wrong.getMessage().startsWith(none + " is no address"), wrong.getMessage());
  }

  /** An endpoint under the name that never answers: another program, or one that is stopped. */
  @Test
  void shouldGiveUpAServerThatDoesNotAnswer() {
    String name = address + "-silent";
    FabricInfo info =
        Fabrics.getInfo(
                FabricInfo.builder()
                    .provider("shm")
                    .sourceAddress(name.getBytes(StandardCharsets.UTF_8))
                    .build())
            .getFirst();
    try (Fabric fabric = Fabrics.open(info);
        ControlChannel _ = new ControlChannel(fabric, info)) {
      NoServer silent =
          assertThrows(
              NoServer.class, () -> PerfClient.call(plan(WaitMode.SPIN, null), shm(name)).close());
      String told = silent.getMessage();
      assertTrue(told.matches(".* does not answer for [1-9]\\d+ s: it is stopped.*"), told);
    }
  }

  /** Client and server are one process here, so what its compiler worked counts twice. */
  @Test
  void shouldCountTheCompilersOfBothProcesses() {
    long before = JitCompiler.workedMillis();
    try (PerfClient client = PerfClient.call(plan(WaitMode.SPIN, null), shm(address))) {
      long worked = client.awaitCompilers(Duration.ofMillis(1));
      assertTrue(before > 0 && worked >= 2 * before, before + ", " + worked);
      client.sayGoodbye();
    }
  }

  @Test
  void shouldTurnAwayASecondClient() {
    PerfPlan plan = plan(WaitMode.SPIN, null);
    try (PerfClient first = PerfClient.call(plan, shm(address))) {
      NoServer busy =
          assertThrows(NoServer.class, () -> PerfClient.call(plan, shm(address)).close());
      assertTrue(busy.getMessage().contains("serves another client"), busy.getMessage());
      first.sayGoodbye();
    }
  }

  @Test
  void shouldEndTheSessionWhenTheClientVanishes() throws InterruptedException {
    PerfClient.call(plan(WaitMode.SPIN, null), shm(address)).close();
    serving.join();
    assertEquals(List.of(false), good);
    assertTrue(said.getLast().contains("left without a word"), said.toString());
  }

  @Test
  void shouldFailTheClientWhenTheServerVanishes() throws InterruptedException {
    try (PerfClient client = PerfClient.call(plan(WaitMode.SPIN, null), shm(address))) {
      stop();
      TestCase row =
          TestCase.of(
              plan(WaitMode.SPIN, null), client.testFabric().operations(), PerfTest.PING_PONG, 8);
      PerfFailure failure =
          assertThrows(PerfFailure.class, () -> client.measure(row, PerfRun.arriving(row), 0));
      assertTrue(failure.getMessage().contains("ended before"), failure.getMessage());
    }
  }

  @Test
  void shouldRefuseAnAddressThatIsTaken() {
    assertThrows(
        FabricException.class, () -> PerfServer.at(shm(address), "shm", said::add).close());
    assertFalse(said.contains("Client"));
  }

  private static EndpointAddress shm(String text) {
    return EndpointAddress.of("shm", text);
  }

  private List<PerfResult> run(PerfPlan plan) {
    return new PerfRun(plan, NOBODY).run(shm(address));
  }

  private static PerfPlan plan(WaitMode wait, Path payload) {
    return plan(wait, BufferMemory.SHARED, payload);
  }

  private static PerfPlan plan(WaitMode wait, BufferMemory memory, Path payload) {
    return new PerfPlan(
        "shm",
        wait,
        false,
        Threading.SAFE,
        memory,
        payload == null
            ? List.of(PerfTest.PING_PONG, PerfTest.STREAM, PerfTest.BANDWIDTH)
            : List.of(PerfTest.FILE),
        List.of(8, 20_000),
        Duration.ofMillis(50),
        PerfPlan.PATIENCE,
        payload);
  }
}
