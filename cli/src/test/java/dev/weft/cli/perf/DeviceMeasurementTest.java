package dev.weft.cli.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.perf.plan.BufferMemory;
import dev.weft.cli.perf.plan.EndpointAddress;
import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.perf.plan.WaitMode;
import dev.weft.fabric.info.Threading;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Devices are measured as fabrics are, in verbs' words. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class DeviceMeasurementTest {
  private static final long RING = 128 * 1024;

  private static final PerfRun.Listener NOBODY =
      new PerfRun.Listener() {
        @Override
        public void started(PerfPlan plan, PerfTest test, int size) {}

        @Override
        public void finished(PerfPlan plan, PerfResult result) {}
      };

  @ParameterizedTest
  @EnumSource(WaitMode.class)
  void shouldFindADeviceSoundHoweverItWaits(WaitMode waitMode) {
    PerfPlan plan = plan("loopback0", waitMode);
    requireSound(plan, new PerfRun(plan, NOBODY).run());
  }

  /** Rings of loopback0 are on the heap, and are not a cost of an operation. */
  @Test
  void shouldNotCountTheRingsAsAllocatedByOperations() {
    PerfPlan plan = plan("loopback0", WaitMode.SPIN, List.of(PerfTest.ONE_THREAD));
    PerfResult second = new PerfRun(plan, NOBODY).run().getLast();
    assertTrue(second.allocated() < RING, second.toString());
  }

  @Test
  void shouldMeasureADeviceWithAServer() throws InterruptedException {
    String name = "device-" + ProcessHandle.current().pid();
    EndpointAddress address = EndpointAddress.of("shm0", name);
    PerfServer server = PerfServer.at(address, "shm0", line -> {});
    Thread serving = Thread.ofPlatform().start(() -> server.serve(true));
    PerfPlan plan = plan("shm0", WaitMode.PARK);
    requireSound(plan, new PerfRun(plan, NOBODY).run(address));
    serving.join();
    server.close();
  }

  private static void requireSound(PerfPlan plan, List<PerfResult> results) {
    assertEquals(plan.rows(), results.size());
    for (PerfResult result : results) {
      assertTrue(result.isSound(), result.toString());
      assertTrue(result.traffic().messages() > 0, result.toString());
      assertEquals(plan.fabric(), result.fabric());
    }
  }

  private static PerfPlan plan(String device, WaitMode waitMode) {
    List<PerfTest> tests =
        Arrays.stream(PerfTest.values())
            .filter(test -> test != PerfTest.FILE)
            .filter(test -> test != PerfTest.ONE_THREAD || device.equals("loopback0"))
            .toList();
    return plan(device, waitMode, tests);
  }

  private static PerfPlan plan(String device, WaitMode waitMode, List<PerfTest> tests) {
    return new PerfPlan(
        device,
        waitMode,
        false,
        Threading.SAFE,
        BufferMemory.SHARED,
        tests,
        List.of(8, 100_000),
        Duration.ofMillis(30),
        PerfPlan.PATIENCE,
        null);
  }
}
