package dev.weft.provider.fabric.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSetAttributes;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the error tells that refuses to close an object which others need. */
class DependentsTest {
  private final FabricInfo info =
      Fabrics.getInfo(FabricInfo.builder().provider("loopback").build()).getFirst();
  private final Fabric fabric = Fabrics.open(info);
  private final Domain domain = fabric.openDomain(info);

  @AfterEach
  void close() {
    domain.close();
    fabric.close();
  }

  private static void expectInUse(FabricObject object, String by) {
    FabricException busy = assertThrows(FabricException.class, object::close);
    assertEquals(
        "fi_close: Device or resource busy (FI_EBUSY 16): open objects depend on this "
            + object.objectClass()
            + ": "
            + by
            + ". Close them first",
        busy.getMessage());
    assertFalse(object.isClosed());
  }

  @Test
  void shouldTellTheKindsOfWhatIsOpen() {
    var queue = domain.openCompletionQueue(CompletionQueueAttributes.defaults());
    Endpoint first = domain.openEndpoint(info);
    expectInUse(domain, "1 CQ, 1 EP");
    Endpoint second = domain.openEndpoint(info);
    expectInUse(domain, "1 CQ, 2 EP");
    first.close();
    second.close();
    expectInUse(domain, "1 CQ");
    expectInUse(fabric, "1 DOMAIN");
    queue.close();
  }

  /** An endpoint is one dependent of a queue, whatever the directions that it is bound for. */
  @Test
  void shouldCountAnEndpointOnce() {
    try (var queue = domain.openCompletionQueue(CompletionQueueAttributes.defaults());
        var vector = domain.openAddressVector(AddressVectorAttributes.defaults());
        Endpoint both = domain.openEndpoint(info);
        Endpoint oneByOne = domain.openEndpoint(info);
        Endpoint forNothing = domain.openEndpoint(info)) {
      both.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
      oneByOne.bind(queue, BindFlags.TRANSMIT);
      oneByOne.bind(queue, BindFlags.RECV);
      forNothing.bind(queue, 0);
      both.bind(vector, 0);
      expectInUse(queue, "2 EP");
      expectInUse(vector, "1 EP");
    }
  }

  @Test
  void shouldTellSetsAndRegions() {
    try (var set = fabric.openWaitSet(WaitSetAttributes.defaults());
        var counter =
            domain.openCounter(
                CounterAttributes.builder().waitObject(WaitObject.SET).waitSet(set).build());
        PollSet polled = domain.openPollSet(PollSetAttributes.defaults());
        Arena arena = Arena.ofShared()) {
      polled.add(counter, 0);
      expectInUse(set, "1 CNTR");
      expectInUse(counter, "1 POLL");
      expectInUse(polled, "1 CNTR");
      try (var region = domain.register(arena.allocate(8), 0, 1)) {
        expectInUse(domain, "1 CNTR, 1 MR, 1 POLL");
        assertFalse(region.isClosed());
      }
      polled.del(counter, 0);
    }
  }
}
