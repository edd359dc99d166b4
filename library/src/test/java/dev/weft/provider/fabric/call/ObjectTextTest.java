package dev.weft.provider.fabric.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the objects of the software providers print. */
class ObjectTextTest {
  private static FabricInfo info(String provider, EndpointType type) {
    return Fabrics.getInfo(FabricInfo.builder().provider(provider).endpointType(type).build())
        .getFirst();
  }

  private static void expect(String text, FabricObject object) {
    assertEquals(text + ", open]", object.toString());
    object.close();
    assertEquals(text + ", closed]", object.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldSayWhichObjectItIs(String provider) {
    FabricInfo info = info(provider, EndpointType.RDM);
    Fabric fabric = Fabrics.open(info);
    Domain domain = fabric.openDomain(info);
    var queue = domain.openCompletionQueue(CompletionQueueAttributes.defaults());
    var vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    var endpoint = domain.openEndpoint(info);
    assertEquals("Endpoint[RDM, " + provider + ", not enabled, open]", endpoint.toString());
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(vector, 0);
    endpoint.enable();
    String address = new String(endpoint.name(), StandardCharsets.UTF_8);
    expect("EndpointAlias[RDM, " + address, endpoint.alias(BindFlags.TRANSMIT));
    expect("Endpoint[RDM, " + address, endpoint);
    expect("AddressVector[TABLE, " + provider, vector);
    var counter = domain.openCounter(CounterAttributes.defaults());
    counter.add(3);
    expect("Counter[value=3, errors=0", counter);
    expect("MemoryRegion[key=0x1f, length=64", domain.register(domain.allocate(64), 0, 0x1f));
    queue.close();
    expect("Domain[" + provider + ", " + domain.attributes().name(), domain);
    expect("Fabric[" + provider + ", " + fabric.attributes().name(), fabric);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldNameConnectedEndpointsAndObjectsWithoutDetails(String provider) {
    FabricInfo info = info(provider, EndpointType.MSG);
    try (var fabric = Fabrics.open(info);
        var domain = fabric.openDomain(info);
        var endpoint = domain.openEndpoint(info);
        var passive = fabric.openPassiveEndpoint(info);
        var events = fabric.openEventQueue(EventQueueAttributes.defaults())) {
      assertEquals("Endpoint[MSG, " + provider + ", not enabled, open]", endpoint.toString());
      assertEquals("PassiveEndpoint[open]", passive.toString());
      assertTrue(events.toString().startsWith("EventQueue["), events::toString);
    }
  }

  /** A debugger prints objects whose lock another thread holds. */
  @Test
  void shouldTakeNoLock() throws Exception {
    FabricInfo info = info("loopback", EndpointType.RDM);
    try (var fabric = Fabrics.open(info);
        var domain = fabric.openDomain(info);
        var vector = domain.openAddressVector(AddressVectorAttributes.defaults());
        var endpoint = domain.openEndpoint(info)) {
      for (FabricObject object : new FabricObject[] {fabric, domain, vector, endpoint}) {
        synchronized (object) {
          var text = CompletableFuture.supplyAsync(object::toString).get(300, TimeUnit.SECONDS);
          assertTrue(text.endsWith(", open]"), text);
        }
      }
    }
  }
}
