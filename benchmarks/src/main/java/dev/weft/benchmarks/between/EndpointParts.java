package dev.weft.benchmarks.between;

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
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import java.io.IOException;

/** An enabled endpoint in a domain of its own, with its queue and address vector. */
public record EndpointParts(
    Domain domain, CompletionQueue queue, Endpoint endpoint, AddressVector vector, long peer) {

  /** Opens an endpoint with an empty address vector. */
  public static EndpointParts open(Fabric fabric, FabricInfo info, WaitObject waitObject) {
    Domain domain = fabric.openDomain(info);
    return enable(domain, info, domain.openCompletionQueue(attributes(waitObject)));
  }

  /** Enables an endpoint with an empty address vector and this queue. */
  public static EndpointParts enable(Domain domain, FabricInfo info, CompletionQueue queue) {
    AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    Endpoint endpoint = domain.openEndpoint(info);
    endpoint.bind(vector, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.enable();
    return new EndpointParts(domain, queue, endpoint, vector, -1);
  }

  /** A provider's offer for domains of one thread each. */
  public static FabricInfo query(String provider) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider(provider)
            .endpointType(EndpointType.RDM)
            .threading(Threading.DOMAIN)
            .build();
    return Fabrics.getInfo(hints).getFirst();
  }

  /** An endpoint over shm connected to its peer in the other process. */
  static EndpointParts meet(Meeting meeting, WaitObject waitObject)
      throws IOException, InterruptedException {
    EndpointParts alone = alone(waitObject);
    meeting.leave(alone.endpoint.name());
    return alone.knowing(meeting.take());
  }

  /** An endpoint over shm with an empty address vector. */
  static EndpointParts alone(WaitObject waitObject) {
    FabricInfo info = query("shm");
    return open(Fabrics.open(info), info, waitObject);
  }

  /** The same endpoint with this peer in its address vector. */
  public EndpointParts knowing(byte[] name) {
    return new EndpointParts(domain, queue, endpoint, vector, vector.insert(name));
  }

  private static CompletionQueueAttributes attributes(WaitObject waitObject) {
    return CompletionQueueAttributes.builder()
        .format(CompletionFormat.TAGGED)
        .waitObject(waitObject)
        .build();
  }
}
