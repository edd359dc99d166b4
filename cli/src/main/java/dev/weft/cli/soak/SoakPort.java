package dev.weft.cli.soak;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import java.nio.charset.StandardCharsets;

/** An endpoint over shm with a chosen name, one queue and one peer. */
final class SoakPort implements AutoCloseable {
  private static final int QUEUE = 2048;

  final Fabric fabric;
  final Domain domain;
  final CompletionQueue queue;
  final Endpoint endpoint;
  final long peer;
  private final AddressVector vector;

  SoakPort(String fabricName, String name, String peerName, WaitObject wait) {
    FabricInfo info =
        Fabrics.getInfo(
                FabricInfo.builder()
                    .fabric(FabricAttributes.builder().name(fabricName).providerName("shm").build())
                    .sourceAddress(address(fabricName, name))
                    .build())
            .getFirst();
    fabric = Fabrics.open(info);
    domain = fabric.openDomain(info);
    queue =
        domain.openCompletionQueue(
            CompletionQueueAttributes.builder()
                .format(CompletionFormat.TAGGED)
                .waitObject(wait)
                .size(QUEUE)
                .build());
    vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    endpoint = domain.openEndpoint(info);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(vector, 0);
    endpoint.enable();
    peer = vector.insert(address(fabricName, peerName));
  }

  private static byte[] address(String fabricName, String name) {
    return ("shm://" + fabricName + "/" + name).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    endpoint.close();
    vector.close();
    queue.close();
    domain.close();
    fabric.close();
  }
}
