package dev.weft.provider.fabric.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One queue with so many endpoints that a read drives the progress of some of them only. */
class ManyEndpointsTest {
  private static final int ENDPOINTS = 80;
  private static final int MESSAGES = 3_000;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(9);
  private final String fabricName = Node.freshName();

  @ParameterizedTest
  @EnumSource(names = {"DOMAIN", "SAFE"})
  void shouldFindTheMessageOfEach(Threading threading) {
    FabricInfo info =
        Node.named(
            Fabrics.getInfo(Node.hints().threading(threading).build()).getFirst(), fabricName);
    CompletionBatch batch = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
    List<Endpoint> endpoints = new ArrayList<>();
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info);
        CompletionQueue queue = domain.openCompletionQueue(Node.queueOf(WaitObject.NONE, 0));
        AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
        Node sender = Node.open(fabricName)) {
      MemorySegment memory = domain.allocate(Long.BYTES);
      long[] handles = new long[ENDPOINTS];
      for (int i = 0; i < ENDPOINTS; i++) {
        Endpoint endpoint = domain.openEndpoint(info);
        endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
        endpoint.bind(vector, 0);
        endpoint.enable();
        endpoints.add(endpoint);
        handles[i] = sender.vector.insert(endpoint.name());
      }
      for (int number = 0; number < MESSAGES; number++) {
        int to = random.nextInt(random.nextBoolean() ? ENDPOINTS : 2);
        Endpoint endpoint = endpoints.get(to);
        assertEquals(0, endpoint.trecv(memory, Long.BYTES, FabricAddress.UNSPEC, number, 0, to));
        assertEquals(
            0, sender.endpoint.tinject(sender.memory(Long.BYTES), Long.BYTES, handles[to], number));
        Node.until(() -> queue.read(batch, 1) == 1);
        assertEquals(to, batch.context(0));
        assertEquals(number, batch.tag(0));
      }
      endpoints.forEach(Endpoint::close);
    }
  }
}
