package dev.weft.cli.soak.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class NumberedRequestsTest {
  private static final int BYTES = RequestKind.SEND.length();

  private final String fabric = "numbered-" + ProcessHandle.current().pid();

  @Test
  void shouldEndWithErrorsInOrderWhenThePeerLeaves() {
    List<String> failures = new ArrayList<>();
    NumberedRequests peer = NumberedRequests.toLastingPeer(fabric);
    try (NumberedRequests requests = NumberedRequests.toKilledPeer(fabric, failures::add)) {
      requests.meet(peer.name());
      peer.meet(requests.name());
      requests.post();
      peer.close();
      while (requests.outstanding() > 0) {
        requests.take();
        requests.post();
      }
      requests.part();
      assertTrue(failures.contains("receive"), failures.toString());
    }
  }

  @Test
  void shouldReportAFailureWithoutADeadPeer() {
    NumberedRequests peer = NumberedRequests.toLastingPeer(fabric);
    try (NumberedRequests requests = NumberedRequests.toLastingPeer(fabric)) {
      requests.meet(peer.name());
      peer.meet(requests.name());
      peer.close();
      requests.post();
      assertSoakFails("although no process was killed", requests);
    }
  }

  @Test
  void shouldReportAMessageThatComesTwice() {
    try (Arena arena = Arena.ofShared();
        SoakPair hostile = new SoakPair(Devices.named("shm0").onFabric(fabric), 4, SoakPair.BRISK);
        NumberedRequests requests = NumberedRequests.toLastingPeer(fabric)) {
      MemorySegment message = arena.allocate(BYTES, Long.BYTES);
      message.set(ValueLayout.JAVA_LONG, BYTES - Long.BYTES, ~0L);
      MemoryRegion region = hostile.register(message, RegionAccess.LOCAL_WRITE);
      hostile.connect(QueuePairAddress.parse(requests.name().split(" ", -1)[0]));
      requests.meet(hostile.address() + " 0 0");
      for (int i = 0; i < 2; i++) {
        hostile.post(new SendWorkRequest().buffer(region, 0, BYTES).send());
      }
      assertSoakFails("has a wrong length", requests);
      assertEquals(1, requests.arrived());
    }
  }

  private static void assertSoakFails(String text, NumberedRequests requests) {
    SoakFailure failure =
        assertThrows(
            SoakFailure.class,
            () -> {
              while (true) {
                requests.take();
              }
            });
    assertTrue(failure.getMessage().contains(text), failure.getMessage());
  }
}
