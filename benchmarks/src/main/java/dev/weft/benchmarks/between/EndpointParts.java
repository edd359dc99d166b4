package dev.weft.benchmarks.between;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.AddressVectorAttributes;
import dev.weft.fabric.BindFlags;
import dev.weft.fabric.CompletionFormat;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.CompletionQueueAttributes;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.EndpointType;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.Threading;
import dev.weft.fabric.WaitObject;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** An enabled endpoint over shm that knows its peer in the other process. */
record EndpointParts(Domain domain, CompletionQueue queue, Endpoint endpoint, long peer) {

  static EndpointParts meet(Meeting meeting, WaitObject waitObject)
      throws IOException, InterruptedException {
    FabricInfo hints =
        FabricInfo.builder()
            .provider("shm")
            .endpointType(EndpointType.RDM)
            .threading(Threading.DOMAIN)
            .build();
    FabricInfo info = Fabrics.query(hints).getFirst();
    Domain domain = Fabrics.open(info).openDomain(info);
    AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    CompletionQueue queue = domain.openCompletionQueue(attributes(waitObject));
    Endpoint endpoint = domain.openEndpoint(info);
    endpoint.bind(vector, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.enable();
    meeting.leave(endpoint.name());
    return new EndpointParts(domain, queue, endpoint, vector.insert(meeting.take()));
  }

  private static CompletionQueueAttributes attributes(WaitObject waitObject) {
    return CompletionQueueAttributes.builder()
        .format(CompletionFormat.TAGGED)
        .waitObject(waitObject)
        .build();
  }

  MemorySegment allocate(long bytes) {
    return domain.allocate(bytes);
  }
}
