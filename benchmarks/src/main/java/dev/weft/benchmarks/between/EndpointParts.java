package dev.weft.benchmarks.between;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.futures.Node;
import java.io.IOException;

/** An open endpoint, and the handle of its peer once that is known. */
public record EndpointParts(Node opened, long peer) {

  /** Opens an endpoint that knows no peer. */
  public static EndpointParts open(Fabric fabric, FabricInfo info, WaitObject waitObject) {
    return new EndpointParts(
        Node.open(
            fabric,
            info,
            CompletionQueueAttributes.builder()
                .format(CompletionFormat.TAGGED)
                .waitObject(waitObject)
                .build()),
        -1);
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
    meeting.leave(alone.opened.endpoint().name());
    return alone.knowing(meeting.take());
  }

  /** An endpoint over shm that knows no peer. */
  static EndpointParts alone(WaitObject waitObject) {
    FabricInfo info = query("shm");
    return open(Fabrics.open(info), info, waitObject);
  }

  /** The same endpoint with this peer in its address vector. */
  public EndpointParts knowing(byte[] name) {
    return new EndpointParts(opened, opened.peers().insert(name));
  }

  Domain domain() {
    return opened.domain();
  }

  Endpoint endpoint() {
    return opened.endpoint();
  }
}
