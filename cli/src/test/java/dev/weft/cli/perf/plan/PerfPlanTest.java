package dev.weft.cli.perf.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerfPlanTest {
  private static final int MAX = 1472;

  private final PerfPlan plan =
      new PerfPlan(
          "narrow",
          WaitMode.SPIN,
          false,
          Threading.SAFE,
          BufferMemory.SHARED,
          List.of(PerfTest.PING_PONG, PerfTest.WRITE, PerfTest.FETCH_ADD),
          List.of(8, MAX, MAX + 1),
          Duration.ofSeconds(1),
          PerfPlan.PATIENCE,
          null);
  private final List<String> leftOut = new ArrayList<>();

  @Test
  void shouldLeaveOutWhatIsNotOfferedAndSaySo() {
    PerfPlan offered = plan.offered(hints -> narrow(hints, Capabilities.ATOMIC), leftOut::add);
    assertEquals(List.of(PerfTest.PING_PONG, PerfTest.FETCH_ADD), offered.tests());
    assertEquals(List.of(8, MAX), offered.sizes());
    assertEquals(
        List.of("narrow: messages of more than 1472 bytes", "narrow: write, which needs FI_RMA"),
        leftOut);
  }

  @Test
  void shouldLeaveThePlanAloneIfNothingIsOffered() {
    assertSame(plan, plan.offered(hints -> List.of(), leftOut::add));
    assertTrue(leftOut.isEmpty());
  }

  private static List<FabricInfo> narrow(FabricInfo hints, long further) {
    long offered = Capabilities.MSG | Capabilities.TAGGED | further;
    EndpointAttributes endpoint = EndpointAttributes.builder().maxMessageSize(MAX).build();
    return (hints.capabilities() & ~offered) == 0
        ? List.of(FabricInfo.builder().endpoint(endpoint).build())
        : List.of();
  }
}
